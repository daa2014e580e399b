import { escapeHtml } from '../../../src/shared/domain/text/escape-html.ts'
import type { Order } from './ledger.ts'

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/** The behaviours of the test bank; the first is the default. */
export const behaviours = [
  { name: 'pay', label: 'Pay', help: 'The payment is made and the company is told.' },
  { name: 'refuse', label: 'Refuse the card', help: 'The payer is led back with nothing paid.' },
  { name: 'leave', label: 'Leave without paying', help: 'As if the payer pressed Back.' },
  { name: 'slow', label: 'Pay slowly', help: 'The bank decides some seconds after the payer returned.' },
  { name: 'twice', label: 'Pay, and tell the company twice', help: 'It must count once.' },
  { name: 'silent', label: 'Pay, and tell the company nothing', help: 'The return of the payer must be enough.' },
  { name: 'early', label: 'Pay, and tell the company first', help: 'Before the payer returns.' },
] as const
export type Behaviour = (typeof behaviours)[number]['name']

/** The page on which a payer pays. `order.amount` is in cents. */
export const checkoutPage = (order: Order): Response =>
  page(
    `Pay €${euros(order.amount)}`,
    `<p class="quiet">${escapeHtml(order.customerText)}</p>
<form method="post" action="/bank/web/checkout">
<input type="hidden" name="ref" value="${escapeHtml(order.orderCode)}">
<label>Card number<input name="card" inputmode="numeric" autocomplete="off" value="4111 1111 1111 1111"></label>
<fieldset><legend>What the test bank does</legend>
${behaviours
  .map(
    ({ name, label, help }, index) =>
      `<label class="choice"><input type="radio" name="behaviour" value="${name}"${index === 0 ? ' checked' : ''}>
<span><strong>${label}</strong><small>${help}</small></span></label>`,
  )
  .join('\n')}
</fieldset>
<button>Pay €${euros(order.amount)}</button>
</form>`,
  )

export const closedPage = (message: string, status: number): Response =>
  page('Test bank', `<p>${escapeHtml(message)}</p>`, status)

const euros = (cents: number): string => {
  const text = String(cents).padStart(3, '0')
  return `${text.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')}.${text.slice(-2)}`
}

const page = (title: string, content: string, status = 200): Response =>
  testPage('Test bank', { title, lead: 'For trying the product. No money moves.', content }, status)

/** A page of a service that is there for trying the product: its name, what it is, and the content as HTML. */
export const testPage = (
  service: string,
  { title, lead, content }: { title: string; lead: string; content: string },
  status = 200,
): Response =>
  new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · ${service}</title><style>${style}</style></head>
<body><header><strong>${service}</strong><span>${lead}</span></header>
<main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`,
    {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      },
    },
  )

const style = `
:root{color-scheme:light dark;--ink:#1f2933;--quiet:#52606d;--line:#d9e2ec;--paper:#fff;--back:#f5f7fa;--act:#1d4f91}
@media(prefers-color-scheme:dark){:root{--ink:#e4e7eb;--quiet:#9aa5b1;--line:#323f4b;--paper:#1f2933;--back:#12181f;--act:#2b6cb0}}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--back)}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:1rem 1.5rem;background:var(--paper);border-bottom:1px solid var(--line)}
header span,.quiet,small{color:var(--quiet);font-size:.9rem}main{max-width:32rem;margin:0 auto;padding:1.5rem}
h1{font-size:1.6rem;margin:.5rem 0}label{display:block;font-weight:600}
input[name=card],input[name=vat],input[name=order]{display:block;width:100%;margin:.3rem 0 1rem;padding:.7rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.4rem}
fieldset{border:1px solid var(--line);border-radius:.6rem;background:var(--paper);padding:.5rem 1rem;margin:0 0 1rem}
legend{font-weight:600;padding:0 .4rem}.choice{display:flex;gap:.7rem;align-items:start;padding:.5rem 0;font-weight:400}
.choice span{display:grid}.choice input{margin-top:.35rem}
button{width:100%;min-height:3rem;border:0;border-radius:.5rem;background:var(--act);color:#fff;font:inherit;font-weight:650;cursor:pointer}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
`
