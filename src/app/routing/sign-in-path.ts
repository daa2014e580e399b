import { linkTo } from '@/shared/lib/address'

/** The sign-in page; `returnUrl` is where the person continues afterwards (spec 1 §2.4). */
export const signInPath = (returnUrl?: string): string =>
  returnUrl ? `${linkTo('/auth')}?returnUrl=${encodeURIComponent(returnUrl)}` : linkTo('/auth')
