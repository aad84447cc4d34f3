/**
 * The look of emails. Inline, since mail programs drop style sheets; the one rule for dark mode is in the head, for those
 * that keep it, and everything is legible without.
 */
export const styles = {
  body: 'margin:0;padding:0;background:#f3f1eb;',
  ground: 'background:#f3f1eb;',
  preview: 'display:none;max-height:0;overflow:hidden;',
  sheet:
    "width:100%;max-width:600px;background:#ffffff;border-radius:8px;color:#1a1e1c;font-family:-apple-system,'Segoe UI',Roboto,Inter,Arial,sans-serif;overflow-wrap:anywhere;word-break:break-word;",
  logo: 'vertical-align:middle;margin-right:10px;border:0;',
  bar: 'padding:14px 24px;border-radius:8px 8px 0 0;font-size:14px;line-height:20px;font-weight:600;',
  brand: 'padding:20px 24px 0;color:#7d5f17;font-size:14px;line-height:20px;font-weight:600;',
  sender: 'padding:24px 24px 0;font-size:14px;line-height:20px;',
  heading: 'padding:16px 24px 0;',
  h1: 'margin:0;font-size:20px;line-height:28px;font-weight:600;',
  code: 'padding:12px 24px 0;font-size:28px;line-height:36px;font-weight:600;letter-spacing:4px;',
  text: 'padding:12px 24px 0;font-size:16px;line-height:24px;',
  message: 'padding-left:12px;border-left:3px solid #e5e2d9;',
  picture: 'display:block;max-width:100%;height:auto;border:1px solid #e5e2d9;',
  action: 'padding:24px 24px 0;',
  button: 'background:#14513f;border-radius:6px;',
  onButton:
    'display:inline-block;padding:12px 24px;color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;',
  address: 'padding:8px 24px 0;color:#5a6065;font-size:12px;line-height:18px;word-break:break-all;',
  link: 'color:#14513f;',
  foot: 'padding:24px;color:#5a6065;font-size:13px;line-height:20px;',
  soft: 'color:#5a6065;',
} as const

export const darkRules =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){.ground{background:#121517!important}.sheet{background:#191d20!important;color:#e9e7e2!important}.soft{color:#a3abb2!important}.brand{color:#d6b25c!important}.link{color:#62c6a3!important}.rim{border-color:#454d54!important}.button{background:#62c6a3!important}.on-button{color:#0b1a15!important}}'
