import { expect, test } from 'vitest'
import { paperOfMail } from './read-mail.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer as ArrayBuffer
const part = (type: string, name: string, body: string) =>
  `--b\r\nContent-Type: ${type};\r\n name="${name}"\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${btoa(body)}\r\n`
const mail = (...parts: string[]) =>
  `From: a@example.com\r\nSubject: Fwd: invoice\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\nNo MIME.\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n${parts.join('')}--b--\r\n`

test('the electronic invoice of a mail comes before its PDF, and the PDF before a picture of the signature', async () => {
  const [logo, pdf, xml] = [
    part('image/png', 'logo.png', 'png'),
    part('application/octet-stream', 'A-1.pdf', '%PDF-1.7 \u00ff'),
    part('text/xml', 'A-1.xml', '<Invoice/>'),
  ]
  expect(await (await paperOfMail(bytesOf(mail(logo, pdf, xml))))?.text()).toBe('<Invoice/>')
  const found = await paperOfMail(bytesOf(mail(logo, pdf)))
  expect(found?.name).toBe('A-1.pdf')
  expect([...new Uint8Array((await found?.arrayBuffer()) ?? [])].at(-1)).toBe(0xff)
})

test('a mail that was forwarded as a file is looked into, and its name may have any letters', async () => {
  const within = mail(part('application/pdf', `=?utf-8?B?${btoa('Rechnung M\u00c3\u00a4rz.pdf')}?=`, '%PDF'))
  const outer = `Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: message/rfc822\n\n${within}\n--o--\n`
  expect((await paperOfMail(bytesOf(outer)))?.name).toBe('Rechnung M\u00e4rz.pdf')
})

test('a mail without a paper has none', async () => {
  expect(await paperOfMail(bytesOf(mail()))).toBeNull()
  expect(await paperOfMail(bytesOf(`From someone Tue Nov 24\n${mail()}`))).toBeNull()
})

test.each([
  ['a text', 'no mail'],
  ['nothing', ''],
  ['bytes that are no text', '\u0000\u0001\u0002\u00ff: x'],
  ['a picture under another name', '\u0089PNG\r\n\u001a\n'],
])('%s is not readable as a mail', async (_, text) => {
  await expect(paperOfMail(bytesOf(text))).rejects.toThrow('This file is not readable as a mail.')
})

test('a mail that is cut off or nested without end is read as far as it goes, or said not to be readable', async () => {
  const whole = mail(part('application/pdf', 'A-1.pdf', '%PDF-1.7'))
  for (let at = 10; at < whole.length; at += 7)
    await paperOfMail(bytesOf(whole.slice(0, at))).catch((error: unknown) =>
      expect(error).toEqual(new Error('This file is not readable as a mail.')),
    )
  const deep = Array.from({ length: 400 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`).join(
    '',
  )
  await expect(paperOfMail(bytesOf(`From: a@example.com\n${deep}`))).rejects.toThrow(
    'This file is not readable as a mail.',
  )
})
