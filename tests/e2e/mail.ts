import { expect, type APIRequestContext } from '@playwright/test'

/** The link in the newest mail to somebody, once it has arrived. */
export async function mailedLink(request: APIRequestContext, to: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const answer = await request.get(`/mail/api/messages?to=${encodeURIComponent(to)}`)
    const messages: { text: string }[] = await answer.json()
    link = /https?:\/\/\S+\/auth\/callback\S+/.exec(messages[0]?.text ?? '')?.[0]
    expect(link).toBeDefined()
  }).toPass()
  return link ?? ''
}
