import { createContext, useContext } from 'react'

/** What a screen may ask of the furniture around it. */
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
