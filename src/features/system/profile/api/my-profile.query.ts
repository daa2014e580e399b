import { queryOptions } from '@tanstack/react-query'
import { type LengthUnit, lengthUnitOf } from '@/shared/domain/text/formats'
import { readOwnContact } from '@/shared/db/reads/own-contact'

export type MyProfile = {
  name: string
  lastName: string
  phone: string
  avatarUrl: string | null
  lengthUnit: LengthUnit | null
}

export const myProfileKey = ['my-profile'] as const

/** A person's own profile; empty text for missing values. */
export const myProfileQuery = (userId: string) =>
  queryOptions({
    queryKey: [...myProfileKey, userId],
    queryFn: async ({ signal }): Promise<MyProfile> => {
      const data = await readOwnContact(userId, signal)
      return {
        name: data?.name ?? '',
        lastName: data?.last_name ?? '',
        phone: data?.phone ?? '',
        avatarUrl: data?.logo_url ?? null,
        lengthUnit: lengthUnitOf(data?.length_unit),
      }
    },
  })
