import { expect, type APIRequestContext } from '@playwright/test'

type Mail = { subject: string; text: string }

/** The newest mail to this address, once one has arrived; `key` opens the mailbox of another company. */
export async function newestMail(
  request: APIRequestContext,
  to: string,
  key = process.env.SIGNWRIGHT_E2E_MAIL_KEY ?? '',
  holds = /./,
): Promise<Mail> {
  let newest: Mail | undefined
  await expect(async () => {
    const answer = await request.get(`/mail/api/messages?to=${encodeURIComponent(to)}&key=${key}`)
    const [mail]: Mail[] = await answer.json()
    expect(mail?.text).toMatch(holds)
    newest = mail
  }).toPass()
  return newest ?? { subject: '', text: '' }
}

const callback = /https?:\/\/\S+\/auth\/callback\S+/

/** The link in the newest mail to this address, once it has arrived. */
export async function mailedLink(request: APIRequestContext, to: string, key?: string): Promise<string> {
  return callback.exec((await newestMail(request, to, key, callback)).text)?.[0] ?? ''
}
