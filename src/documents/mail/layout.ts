import { escapeHtml } from '../../shared/domain/text/escape-html.ts'
import type { Language } from '../../shared/domain/texts/languages.ts'
import type { PaperCompany } from '../paper/paper.ts'

const font = `font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif`
const text = `${font};font-size:16px;line-height:1.55;color:#16181d`
const quiet = `${font};font-size:13px;line-height:1.5;color:#5a606b`

/**
 * A whole mail around a clean body: the company's colour and name, the text on a white sheet, the company's facts below.
 * Tables and inline styles, because mail programs read nothing else. A paragraph that holds only a link becomes a button.
 * `site` makes the address of the logo whole.
 */
export function mailLayout(
  body: string,
  company: PaperCompany,
  { subject, site, language }: { subject: string; site: string; language: Language },
): string {
  const name = escapeHtml(company.name)
  const logo = logoAddress(company.logoUrl, site)
  const head = logo
    ? `<img src="${escapeHtml(logo)}" alt="${name}" height="40" style="display:block;height:40px;max-width:240px;border:0">`
    : `<strong style="${font};font-size:20px;color:#16181d">${name}</strong>`
  const facts = [...company.addressLines, ...company.facts].map(escapeHtml).join(' · ')
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f1f2f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f1f2f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff">
<tr><td style="height:6px;line-height:6px;font-size:0;background:${company.colour}">&nbsp;</td></tr>
<tr><td style="padding:24px 28px 4px">${head}</td></tr>
<tr><td style="padding:12px 28px 24px;${text}">${styled(body, company.colour)}</td></tr>
</table>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px"><tr><td style="padding:16px 28px;${quiet}"><strong>${name}</strong>${facts ? `<br>${facts}` : ''}</td></tr></table>
</td></tr></table>
</body></html>`
}

const styled = (body: string, colour: string): string =>
  body
    .replace(
      /<p>\s*<a href="([^"]*)">((?:(?!<\/?a\b|<p>|<br>)[^])*)<\/a>\s*<\/p>/g,
      `<p style="margin:20px 0"><a href="$1" style="display:inline-block;padding:12px 22px;background:${colour};color:#ffffff;text-decoration:none;font-weight:600;border-radius:6px">$2</a></p>`,
    )
    .replace(/<p>/g, '<p style="margin:0 0 14px">')
    .replace(/<(ul|ol)>/g, '<$1 style="margin:0 0 14px;padding-left:22px">')
    .replace(/<a href="([^"]*)">/g, `<a href="$1" style="color:${colour}">`)

/** Null for a picture inside the address itself: mail programs do not show those. */
function logoAddress(url: string | null, site: string): string | null {
  if (!url || !URL.canParse(url, site)) return null
  const address = new URL(url, site)
  return /^https?:$/.test(address.protocol) ? address.href : null
}
