import { createContext, useContext } from 'react'

/** The mark before the window's title: `(3) ` for three unread notices. Empty for visitors. */
export const UnreadMarkContext = createContext('')

export const useUnreadMark = (): string => useContext(UnreadMarkContext)
