/** What stands small beside a number; read in a line, it is parted from it: "3, 3 more than the week before". */
export function Aside({ children }: { children: string }) {
  return (
    <>
      <span className="unseen">, </span>
      <span className="small soft"> {children}</span>
    </>
  )
}
