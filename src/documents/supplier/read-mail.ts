const mostDepth = 5

type Part = { headers: string; body: string }

/**
 * The first paper that a kept mail (RFC 5322, `.eml`) carries: an electronic invoice before a PDF before a photo, also in
 * a mail within the mail. `bytes` are those of the file. Null for a mail without a paper.
 */
export function paperOfMail(bytes: ArrayBuffer): File | null {
  // One character a byte: what is encoded in the mail is ASCII, and what is not stays as it was.
  const text = new TextDecoder('latin1').decode(bytes)
  const papers = partsOf({ ...split(text) }, 0).flatMap((part) => fileOf(part) ?? [])
  for (const ending of [/\.xml$/i, /\.pdf$/i, /\.(jpe?g|png|webp)$/i]) {
    const found = papers.find(({ name }) => ending.test(name))
    if (found) return found
  }
  return null
}

function split(text: string): Part {
  const end = /\r?\n\r?\n/.exec(text)
  if (!end) return { headers: text, body: '' }
  return {
    // A header that goes on in the next line is one line.
    headers: text.slice(0, end.index).replaceAll(/\r?\n[ \t]+/g, ' '),
    body: text.slice(end.index + end[0].length),
  }
}

const headerOf = ({ headers }: Part, name: string): string =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(headers)?.[1]?.trim() ?? ''

const valueIn = (header: string, name: string): string | null => {
  const found = new RegExp(`(?:^|[;\\s])${name}=(?:"([^"]*)"|([^;\\s]+))`, 'i').exec(header)
  return found?.[1] ?? found?.[2] ?? null
}

function partsOf(part: Part, depth: number): Part[] {
  if (depth > mostDepth) return []
  const type = headerOf(part, 'Content-Type')
  if (/^message\/rfc822/i.test(type)) return partsOf(split(bodyText(part)), depth + 1)
  const boundary = valueIn(type, 'boundary')
  if (!/^multipart\//i.test(type) || boundary === null) return [part]
  return `\n${part.body}`
    .split(`\n--${boundary}`)
    .slice(1)
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => partsOf(split(piece.replace(/^[ \t]*\r?\n/, '')), depth + 1))
}

const isBase64 = (part: Part) => /^base64$/i.test(headerOf(part, 'Content-Transfer-Encoding'))
const bodyText = (part: Part) => (isBase64(part) ? decoded(part.body) : part.body)

function decoded(body: string): string {
  try {
    return atob(body.replaceAll(/[^A-Za-z0-9+/=]/g, ''))
  } catch {
    return ''
  }
}

/** A name with letters beyond ASCII, as mails write it: `=?utf-8?B?…?=`, or `utf-8''Rechnung%20M%C3%A4rz.pdf`. */
function nameOf(part: Part): string {
  const [type, place] = [headerOf(part, 'Content-Type'), headerOf(part, 'Content-Disposition')]
  const extended = valueIn(place, 'filename\\*') ?? valueIn(type, 'name\\*')
  if (extended) {
    const coded = extended.slice(extended.lastIndexOf("'") + 1)
    try {
      return decodeURIComponent(coded)
    } catch {
      return coded
    }
  }
  const plain = valueIn(place, 'filename') ?? valueIn(type, 'name') ?? ''
  return plain.replaceAll(/=\?[\w-]+\?B\?([^?]*)\?=/gi, (_, code: string) =>
    new TextDecoder().decode(Uint8Array.from(decoded(code), (sign) => sign.charCodeAt(0))),
  )
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/^application\/pdf/i, '.pdf'],
  [/^(application|text)\/xml/i, '.xml'],
  [/^image\/jpeg/i, '.jpg'],
  [/^image\/png/i, '.png'],
]

function fileOf(part: Part): File | null {
  if (!isBase64(part)) return null
  const type = headerOf(part, 'Content-Type').split(';')[0] ?? ''
  const named = nameOf(part)
  const ending = endings.find(([known]) => known.test(type))?.[1] ?? ''
  const name = /\.(xml|pdf|jpe?g|png|webp)$/i.test(named) ? named : ending ? `${named || 'invoice'}${ending}` : ''
  const bytes = decoded(part.body)
  if (name === '' || bytes === '') return null
  return new File([Uint8Array.from(bytes, (sign) => sign.charCodeAt(0))], name, {
    type: type === 'application/octet-stream' && /\.pdf$/i.test(name) ? 'application/pdf' : type,
  })
}
