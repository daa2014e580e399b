import { createContext, useContext } from 'react'
import { noRights, type Rights } from '@/shared/domain/people/permission'

/** The signed-in person as every screen sees them. The app fills it; features only read it. */
export type CurrentUser = {
  id: string
  email: string
  /** First and last name of the contact record, else the part of the e-mail before the at sign; empty until it was read. */
  name: string
  avatarUrl: string | null
  rights: Rights
}

export const CurrentUserContext = createContext<CurrentUser | null>(null)

/** Null for visitors. */
export const useCurrentUserOrNull = (): CurrentUser | null => useContext(CurrentUserContext)

/** For screens behind the session guard. */
export function useCurrentUser(): CurrentUser {
  const user = useContext(CurrentUserContext)
  if (!user) throw new Error('This screen needs a signed-in person.')
  return user
}

export const useRights = (): Rights => useContext(CurrentUserContext)?.rights ?? noRights
