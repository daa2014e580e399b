import { createContext, useContext } from 'react'

/** What stands before the title of the window, `(3) ` for three unread notices. Empty for visitors. */
export const UnreadMarkContext = createContext('')

export const useUnreadMark = (): string => useContext(UnreadMarkContext)
