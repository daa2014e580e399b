import { createContext, useContext } from 'react'

export const QuickAddContext = createContext<() => void>(() => {})

/** Opens the Add New Task dialog of the staff layout. */
export const useOpenQuickAdd = (): (() => void) => useContext(QuickAddContext)
