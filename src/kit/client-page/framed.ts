import { createContext, useContext } from 'react'

/** True where the frame of the public site is around: it has the choice of the language. */
export const FramedContext = createContext(false)
export const useIsFramed = (): boolean => useContext(FramedContext)
