import { createContext, useContext } from 'react'

/** The actions of the surrounding frame that a screen may call. */
export type LayoutActions = {
  addTask: () => void
  openNotifications: () => void
  openPalette: () => void
  openKeys: () => void
}

const nothing = () => {}
export const LayoutActionsContext = createContext<LayoutActions>({
  addTask: nothing,
  openNotifications: nothing,
  openPalette: nothing,
  openKeys: nothing,
})

export const useLayoutActions = (): LayoutActions => useContext(LayoutActionsContext)
