import { updatedNotice } from '#server/rules/product/product.ts'

/**
 * Says that there is a new version when the code of this page does not load, as after an update that removed
 * it. Inlined in the page, since any file it came from would be gone as well. The page still works without
 * its code.
 */
export function MissingCode({ nonce }: { nonce: string | undefined }) {
  // The nonce cannot be read in a browser, where React would miss it.
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: watch }} />
}

const watch = `addEventListener('error',function(e){
if(!e.target||e.target.tagName!=='SCRIPT'||document.getElementById('missing-code'))return
var a=document.createElement('aside'),p=document.createElement('p'),l=document.createElement('a')
a.id='missing-code';a.className='banner no-print';a.setAttribute('role','status')
l.href=location.pathname+location.search;l.textContent=${JSON.stringify(updatedNotice.label)}
p.append(${JSON.stringify(`${updatedNotice.text} `)},l);a.append(p);document.body.prepend(a)
},true)`
