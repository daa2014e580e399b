import { expect, type APIRequestContext } from '@playwright/test'

/** The link in the newest mail to somebody, once it has arrived; `key` opens the mailbox of another company than the one of all tests. */
export async function mailedLink(
  request: APIRequestContext,
  to: string,
  key = process.env.SIGNWRIGHT_E2E_MAIL_KEY ?? '',
): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const answer = await request.get(`/mail/api/messages?to=${encodeURIComponent(to)}&key=${key}`)
    const messages: { text: string }[] = await answer.json()
    link = /https?:\/\/\S+\/auth\/callback\S+/.exec(messages[0]?.text ?? '')?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}
