import { db } from '@/shared/db/client'
import { withWork } from '../../shared/proof-of-work'
import { type Brief, readBrief } from './brief.query'

type Answers = Record<string, string>

/** Saves the answers. Returns the brief's link, which is new for the first save. */
export async function saveBrief(link: string | null, answers: Answers, step: number): Promise<string> {
  const { data } = await db
    .rpc('save_brief', { p_link: link as string, p_answers: answers, p_step: step })
    .throwOnError()
  return data
}

export async function addPicture(link: string, name: string, data: string): Promise<void> {
  await db.rpc('add_brief_picture', { p_link: link, p_name: name, p_data: data }).throwOnError()
}

export async function removePicture(link: string, id: string): Promise<void> {
  await db.rpc('remove_brief_picture', { p_link: link, p_id: id }).throwOnError()
}

type Sender = { name: string; email: string; phone: string; company: string }

export async function sendBrief(link: string, sender: Sender, trap: string): Promise<Brief> {
  const { data } = await withWork('send_brief', (stamp) =>
    db
      .rpc('send_brief', {
        p_link: link,
        p_name: sender.name,
        p_email: sender.email,
        p_phone: sender.phone,
        p_company: sender.company,
        p_trap: trap,
      })
      .setHeader('x-work', stamp)
      .setHeader('accept-language', document.documentElement.lang)
      .throwOnError(),
  )
  return readBrief(data)
}
