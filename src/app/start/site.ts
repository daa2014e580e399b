import { createContext, useContext } from 'react'
import type { AppConfig } from '@/shared/db/config'
import { isPreviewHost, isStaffHost } from '../route-sets/hosts'
import type { RouteSetName } from '../route-sets/route'

/** The app's configuration, and the function that changes to another route set. */
export type Site = { config: AppConfig; switchTo: (set: RouteSetName) => void }

export const SiteContext = createContext<Site | null>(null)

export function useSite(): Site {
  const site = useContext(SiteContext)
  if (!site) throw new Error('Screens live inside the providers of the app.')
  return site
}

/** The server writes its pages for nobody's builder. */
export const isEmbeddedHere = (): boolean => typeof window !== 'undefined' && isPreviewHost(window.location.host)

export const isStaffHostHere = (config: AppConfig): boolean =>
  isStaffHost({ host: window.location.host, companyDomain: config.companyDomain, staffHosts: config.staffHosts })
