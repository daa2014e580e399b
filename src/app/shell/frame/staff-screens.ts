import { createContext, useContext } from 'react'
import type { AppRoute } from '@/app/route-sets/route'

/** The routes of the back office, for screens that lead to others: they cannot name the set that they are part of. */
export const StaffRoutesContext = createContext<readonly AppRoute[]>([])

export const useStaffRoutes = (): readonly AppRoute[] => useContext(StaffRoutesContext)
