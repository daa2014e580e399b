import {
  attachedPdf,
  type ReadInvoice,
  readInvoiceXml,
  UnreadableInvoice,
} from '../../../src/documents/supplier/read-invoice.ts'
import type { AccessPoint } from '../_shared/access-point.ts'

export type Received = {
  id: string
  message: string
  sender: string
  /** The file as it came. */
  path: string
  /** What people look at: the PDF that the file carries, else the file. */
  shownPath: string
  read: ReadInvoice | null
  problem: string | null
}

export type Inbox = {
  keep: (path: string, bytes: Uint8Array<ArrayBuffer>, type: string) => Promise<void>
  enter: (received: Received) => Promise<void>
}

/** Takes what waits at the access point: each message is kept with its file, read where it can be, and then said to be taken. */
export async function receivePapers(point: AccessPoint, inbox: Inbox): Promise<number> {
  const waiting = (await point.received()).slice(0, 10)
  for (const { message, sender } of waiting) {
    await inbox.enter(await keptOf(await point.open(message), message, sender, inbox))
    // Not before it is kept: a message whose taker died is offered again, and known by its id.
    await point.taken(message)
  }
  return waiting.length
}

async function keptOf(xml: string, message: string, sender: string, inbox: Inbox): Promise<Received> {
  const id = await idOf(message)
  const path = `${id}/invoice.xml`
  await inbox.keep(path, new TextEncoder().encode(xml), 'application/xml')
  const known = { id, message, sender, path, shownPath: path }
  try {
    const read = readInvoiceXml(xml)
    const pdf = attachedPdf(xml)
    if (pdf === null) return { ...known, read, problem: null }
    const shownPath = `${id}/invoice.pdf`
    await inbox.keep(
      shownPath,
      Uint8Array.from(atob(pdf), (sign) => sign.charCodeAt(0)),
      'application/pdf',
    )
    return { ...known, shownPath, read, problem: null }
  } catch (problem) {
    const words = problem instanceof UnreadableInvoice ? problem.message : 'This file could not be read.'
    return { ...known, read: null, problem: words }
  }
}

/** The same message has the same id, whoever takes it. */
async function idOf(message: string): Promise<string> {
  const bytes = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`network message ${message}`)),
  )
  const hex = Array.from(bytes.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20)].join('-')
}
