import { createContext, useContext } from 'react'

/** What a screen may ask of the furniture around it. */
export type LayoutActions = { addTask: () => void; openNotifications: () => void }

export const LayoutActionsContext = createContext<LayoutActions>({ addTask: () => {}, openNotifications: () => {} })

export const useLayoutActions = (): LayoutActions => useContext(LayoutActionsContext)
