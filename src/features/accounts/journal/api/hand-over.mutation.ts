import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'
import type { Days } from '../../shared/days'
import type { HandOverSettings } from './hand-over.query'

/** Hands over what is new of these days, or with `whole` everything once more. Twice under one id is once. */
export async function makeHandOver(of: { id: string; format: string; days: Days; whole: boolean }): Promise<void> {
  await db
    .rpc('make_hand_over', {
      p_id: of.id,
      p_format: of.format,
      p_from: of.days.from,
      p_to: of.days.to,
      p_whole: of.whole,
    })
    .throwOnError()
}

/** Settings of hand-overs; the month may be text, as a form has it. */
type ChangedSettings = Partial<Omit<HandOverSettings, 'first_month'>> & { first_month?: number | string }

/** Saves what programs of accountants ask for. @throws NotSaved when the person may not change it */
export async function saveHandOverSettings(values: ChangedSettings): Promise<void> {
  const { automatic_accounts, consultant_number, client_number, first_month, ...rest } = values
  const { data } = await db
    .from('hand_over_settings')
    .update({
      ...rest,
      ...(consultant_number === undefined ? {} : { consultant_number: Number(consultant_number) }),
      ...(client_number === undefined ? {} : { client_number: Number(client_number) }),
      ...(first_month === undefined ? {} : { first_month: Number(first_month) }),
      ...(automatic_accounts === undefined
        ? {}
        : { automatic_accounts: (automatic_accounts ?? '').match(/\d+/g) ?? [] }),
    })
    .eq('id', 1)
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change the settings of hand-overs.')
}

/** Keeps a client or supplier under this account at DATEV, in place of the one before. */
export async function savePersonalNumber(of: { contact_id: string; side: string; number: string }): Promise<void> {
  const { data } = await db
    .from('personal_accounts')
    .upsert({ ...of, number: Number(of.number) }, { onConflict: 'contact_id,side' })
    .select('id')
    .throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change accounts of clients and suppliers.')
}
