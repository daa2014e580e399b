import { escapeHtml } from '../../../src/shared/domain/text/escape-html.ts'
import type { Mailbox, StoredMail } from './mailbox.ts'

const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const bodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-top-navigation-by-user-activation"

/** The development mailbox: `/mail`, `/mail/<id>`, `/mail/<id>/body`, `/mail/api/messages[?to=]`. */
export function mailPage(request: Request, mailbox: Mailbox): Response {
  const url = new URL(request.url)
  const path = url.pathname.replace(/\/$/, '')
  if (request.method !== 'GET' && request.method !== 'HEAD') return notFound()
  if (path === '/mail') return page('Mailbox', listOf(mailbox.messages()))
  if (path === '/mail/api/messages') return Response.json(mailbox.messages(url.searchParams.get('to') ?? undefined))
  const [, id, body, place] = /^\/mail\/([0-9a-f-]{36})(\/body|\/files\/(\d{1,2}))?$/.exec(path) ?? []
  const message = id ? mailbox.find(id) : null
  if (!message) return notFound()
  if (place !== undefined) return attachment(message, Number(place))
  return body
    ? html(`<!doctype html><base target="_top">${message.html}`, bodyPolicy)
    : page(message.subject, view(message))
}

/** A file of a mail as a download: it is never shown on this origin. */
function attachment({ attachments = [] }: StoredMail, place: number): Response {
  const found = attachments[place]
  if (!found) return notFound()
  return new Response(Buffer.from(found.content, 'base64'), {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${found.filename.replace(/[^A-Za-z0-9._-]+/g, '-')}"`,
      'cache-control': 'no-store',
    },
  })
}

const notFound = () =>
  page('Not found', '<p class="quiet">There is no such message. <a href="/mail">Mailbox</a></p>', 404)

function html(content: string, policy: string, status = 200): Response {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  }
  return new Response(content, { status, headers })
}

/** A page of the mailbox, with its head. `content` is HTML. */
export const page = (title: string, content: string, status = 200): Response =>
  html(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Signwright mailbox</title><style>${style}</style></head>
<body><header><a href="/mail">Development mailbox</a><span>What the system sent. Nothing leaves this machine.</span></header>
<main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`,
    pagePolicy,
    status,
  )

function listOf(messages: StoredMail[]): string {
  if (messages.length === 0)
    return '<p class="quiet">No mail yet. Sign up or reset a password, and it arrives here.</p>'
  const rows = messages.map(
    ({ id, to, subject, at }) =>
      `<li><a href="/mail/${id}"><strong>${escapeHtml(subject)}</strong><span>${escapeHtml(to)}</span>${time(at)}</a></li>`,
  )
  return `<ul class="list">${rows.join('')}</ul>`
}

function view({ id, to, at, subject, text, attachments = [] }: StoredMail): string {
  const links = [...new Set(text.match(/https?:\/\/[^\s<>"]+/g) ?? [])]
  const anchors = links.map((link) => `<li><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></li>`).join('')
  const files = attachments.map(
    ({ filename }, place) => `<li><a href="/mail/${id}/files/${place}">${escapeHtml(filename)}</a></li>`,
  )
  return `<p class="quiet">To ${escapeHtml(to)} · ${time(at)}</p>${files.length > 0 ? `<ul>${files.join('')}</ul>` : ''}
<iframe title="${escapeHtml(subject)}" src="/mail/${id}/body" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe>
${anchors ? `<h2>Links in this message</h2><ul>${anchors}</ul>` : ''}`
}

const time = (at: string) =>
  `<time datetime="${escapeHtml(at)}">${escapeHtml(at.slice(0, 16).replace('T', ' '))} UTC</time>`

const style = `
:root{color-scheme:light dark;--ink:#1f2933;--quiet:#52606d;--line:#d9e2ec;--paper:#fff;--back:#f5f7fa;--link:#1d4f91}
@media(prefers-color-scheme:dark){:root{--ink:#e4e7eb;--quiet:#9aa5b1;--line:#323f4b;--paper:#1f2933;--back:#12181f;--link:#8cb8f0}}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--back)}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;padding:1rem 1.5rem;background:var(--paper);border-bottom:1px solid var(--line)}
header a{font-weight:650;color:inherit;text-decoration:none}header span,.quiet,time{color:var(--quiet);font-size:.9rem}
main{max-width:52rem;margin:0 auto;padding:1.5rem}h1{font-size:1.5rem;margin:.5rem 0 1rem}h2{font-size:1rem;margin:1.5rem 0 .25rem}
a{color:var(--link);overflow-wrap:anywhere}ul{padding-left:1.2rem}
.list{list-style:none;padding:0;margin:0;border:1px solid var(--line);border-radius:.6rem;overflow:hidden;background:var(--paper)}
.list li+li{border-top:1px solid var(--line)}
.list a{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:.8rem 1rem;color:inherit;text-decoration:none}
.list a:hover,.list a:focus-visible{background:var(--back)}.list span{grid-row:2;color:var(--quiet)}
iframe{width:100%;height:22rem;border:1px solid var(--line);border-radius:.6rem;background:#fff;color-scheme:light}
`
