import { queryOptions } from '@tanstack/react-query'
import { readOwnContact } from '@/shared/db/reads/own-contact'
import { type LengthUnit, lengthUnitOf } from '@/shared/domain/text/formats'

export type Person = {
  name: string | null
  lastName: string | null
  avatarUrl: string | null
  wasRejected: boolean
  lengthUnit: LengthUnit | null
}

/** The root of the signed-in person's own record. */
export const currentPersonKey = ['current-person'] as const

/** Name and picture of a person, from their contact record. */
export const currentPersonQuery = (userId: string) =>
  queryOptions({
    queryKey: [...currentPersonKey, userId],
    queryFn: async ({ signal }): Promise<Person> => {
      const data = await readOwnContact(userId, signal)
      return {
        name: data?.name ?? null,
        lastName: data?.last_name ?? null,
        avatarUrl: data?.logo_url ?? null,
        wasRejected: data?.profile === 'rejected',
        lengthUnit: lengthUnitOf(data?.length_unit),
      }
    },
  })
