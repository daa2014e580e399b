import PostalMime from 'postal-mime'

/** Mails within mails, as forwarding makes them. */
const mostDepth = 5

/** The file ending for an attachment's type, when its name has none. */
const endings: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'application/xml': '.xml',
  'text/xml': '.xml',
  'image/jpeg': '.jpg',
  'image/png': '.png',
}

/**
 * The first document in a saved mail (RFC 5322, `.eml`), also in a mail within it: an electronic invoice before a PDF
 * before a photo. Null when it has none.
 * @throws a sentence for a file that is no mail
 */
export async function paperOfMail(bytes: ArrayBuffer): Promise<File | null> {
  const papers = await papersIn(bytes, 0).catch(() => null)
  if (papers === null || !beginsAsMail(bytes)) throw new Error('This file is not readable as a mail.')
  for (const ending of [/\.xml$/i, /\.pdf$/i, /\.(jpe?g|png|webp)$/i]) {
    const found = papers.find(({ name }) => ending.test(name))
    if (found) return found
  }
  return null
}

/** A mail begins with lines of "Name: value"; some programs write a line of their own before them. */
function beginsAsMail(bytes: ArrayBuffer): boolean {
  const start = new TextDecoder('latin1').decode(new Uint8Array(bytes, 0, Math.min(bytes.byteLength, 4096)))
  return /^(?:\u00ef\u00bb\u00bf)?(?:From [^\r\n]*\r?\n)?[!-9;-~]+[ \t]*:/.test(start)
}

async function papersIn(bytes: ArrayBuffer, depth: number): Promise<File[]> {
  if (depth > mostDepth) return []
  const { attachments } = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer' })
  const found = await Promise.all(
    attachments.map(async ({ filename, mimeType, content }) => {
      if (!(content instanceof ArrayBuffer) || content.byteLength === 0) return []
      if (mimeType === 'message/rfc822') return papersIn(content, depth + 1)
      const name = nameFor(filename, mimeType)
      return name === null ? [] : [new File([content], name, { type: mimeType })]
    }),
  )
  return found.flat()
}

function nameFor(named: string | null | undefined, type: string): string | null {
  if (named && /\.(xml|pdf|jpe?g|png|webp)$/i.test(named)) return named
  const ending = endings[type]
  return ending === undefined ? null : `${named || 'invoice'}${ending}`
}
