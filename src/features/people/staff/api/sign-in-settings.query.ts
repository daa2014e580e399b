import { queryOptions } from '@tanstack/react-query'
import { NotSaved } from '@/kit/save/not-saved'
import { db } from '@/shared/db/client'

export type SignInSettings = { second_factor_for: string }

export const signInSettingsKey = ['sign-in-settings'] as const

/** Whom the company asks for a second factor. */
export const signInSettingsQuery = queryOptions({
  queryKey: signInSettingsKey,
  queryFn: async ({ signal }): Promise<SignInSettings> => {
    const { data } = await db
      .from('sign_in_settings')
      .select('second_factor_for')
      .abortSignal(signal)
      .single()
      .throwOnError()
    return data
  },
})

/** Saves whom the company asks. @throws NotSaved when the person may not change it */
export async function saveSignInSettings(values: SignInSettings): Promise<void> {
  const { data } = await db.from('sign_in_settings').update(values).eq('id', 1).select('id').throwOnError()
  if (data.length === 0) throw new NotSaved('refused', 'You may not change how people sign in.')
}
