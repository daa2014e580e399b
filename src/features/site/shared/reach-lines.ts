import type { Say } from '@/kit/client-page/use-say'
import type { english } from '@/shared/domain/texts/forms/en'

type SayForm = Say<typeof english>

/** The lines of the forms of the site that ask how a visitor is reached. */
export const emailLine = (sayForm: SayForm) =>
  ({ name: 'email', label: sayForm('email'), kind: 'email', autoComplete: 'email', max: 320 }) as const

export const phoneLine = (sayForm: SayForm) =>
  ({ name: 'phone', label: sayForm('phone'), kind: 'tel', autoComplete: 'tel', max: 50 }) as const
