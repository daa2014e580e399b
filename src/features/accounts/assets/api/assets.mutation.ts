import { db } from '@/shared/db/client'

type NewAsset = { name: string; bought_on: string; life_months: number; note: string | null }
type FormerAsset = { account_id: string; cost: string; opening_on: string; written_down: string }

/** Amounts go as decimal text, which the database reads without binary floating point. */
const exactly = (amount: string) => amount as unknown as number

/** Puts the line of a bill into the register, once under its id. Returns the number. */
export async function registerLine(id: string, lineId: string, asset: NewAsset): Promise<string> {
  const { data } = await db
    .rpc('enter_asset', {
      ...{ p_id: id, p_name: asset.name, p_bought_on: asset.bought_on, p_life_months: asset.life_months },
      p_bill_line_id: lineId,
      ...(asset.note === null ? {} : { p_note: asset.note }),
    })
    .throwOnError()
  return data
}

/** Puts an asset of the former books into the register. Returns the number. */
export async function registerFormer(id: string, asset: NewAsset & FormerAsset): Promise<string> {
  const { data } = await db
    .rpc('enter_asset', {
      ...{ p_id: id, p_name: asset.name, p_bought_on: asset.bought_on, p_life_months: asset.life_months },
      ...{ p_account_id: asset.account_id, p_opening_on: asset.opening_on },
      p_cost: exactly(asset.cost),
      p_written_off: exactly(asset.written_down),
      ...(asset.note === null ? {} : { p_note: asset.note }),
    })
    .throwOnError()
  return data
}

export const changeAsset = async (id: string, asset: { name: string; life_months: number; note: string | null }) =>
  void (await db
    .rpc('change_asset', {
      ...{ p_id: id, p_name: asset.name, p_life_months: asset.life_months },
      ...(asset.note === null ? {} : { p_note: asset.note }),
    })
    .throwOnError())

/** Says when it was sold, scrapped or given away. */
export const disposeAsset = async (id: string, on: string, proceeds: string) =>
  void (await db.rpc('dispose_asset', { p_id: id, p_on: on, p_proceeds: exactly(proceeds) }).throwOnError())

export const takeDisposalBack = async (id: string) =>
  void (await db.rpc('dispose_asset', { p_id: id, p_on: null as unknown as string }).throwOnError())

export const removeAsset = async (id: string) => void (await db.rpc('remove_asset', { p_id: id }).throwOnError())
