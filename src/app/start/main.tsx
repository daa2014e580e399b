import '../shell/frame/no-eval'
import '@fontsource-variable/inter/wght.css'
import '../shell/frame/boot.css'
import { createRoot, type Root } from 'react-dom/client'
import { hasStoredSession } from '@/features/system/auth/stored-session'
import { type AppConfig, loadConfig } from '@/shared/db/config'
import { LoadingScreen } from '@/shared/ui/page/loading-screen'
import { firstLanguage } from '@/shared/ui/page/loading-words'
import { setPublicFiles } from '@/shared/db/public-files'
import { setStreetTiles } from '@/shared/ui/map/street-tiles'
import { setRatesAddress } from '@/shared/lib/rates-address'
import { preloadCode } from './preload-code'
import { BootFailure } from '../shell/failures/boot-failure'
import { visitorSetAt } from './visitor-set'

/** The reads of the server for the page that it wrote (docs/decisions/0360); null when it wrote none. */
const stateOfPage = (): string | null => document.getElementById('page-state')?.textContent ?? null

async function start(place: HTMLElement): Promise<void> {
  const state = hasStoredSession() ? null : stateOfPage()
  if (state !== null && (await isTaken(place, state))) return
  await fill(createRoot(place))
}

/** True when the app could hydrate the server's page. */
async function isTaken(place: HTMLElement, state: string): Promise<boolean> {
  try {
    const config = await loadConfig()
    setStreetTiles(config.mapTiles)
    setRatesAddress(config.ratesUrl)
    setPublicFiles(config.supabaseUrl)
    const set = visitorSetAt(window.location, config)
    if (set === null) return false
    const { connectVisitor } = await import('@/shared/db/connect-visitor')
    connectVisitor(config)
    const { hydratePage } = await import('./hydrate-page')
    await hydratePage({ place, config, set, state, toWholeApp: (root) => void startWhole(root, config) })
    return true
  } catch {
    return false
  }
}

/**
 * Draws the app in an empty page. The client must exist before any feature loads, so the app comes by a dynamic import.
 */
async function fill(root: Root): Promise<void> {
  // Staff work in English, and a client who is signed in has a language of their own.
  if (!hasStoredSession()) document.documentElement.lang = firstLanguage()
  root.render(<LoadingScreen />)
  preloadCode(hasStoredSession() ? 'session' : mayBeVisit() ? 'visit' : 'sign-in')
  try {
    const config = await loadConfig()
    setStreetTiles(config.mapTiles)
    setRatesAddress(config.ratesUrl)
    setPublicFiles(config.supabaseUrl)
    const first = hasStoredSession() ? null : visitorSetAt(window.location, config)
    if (first === null) return await startWhole(root, config)
    const { connectVisitor } = await import('@/shared/db/connect-visitor')
    connectVisitor(config)
    const { mounted, VisitorApp } = await import('./visitor-app')
    root.render(<VisitorApp config={config} first={mounted(first)} toWholeApp={() => void startWhole(root, config)} />)
  } catch (reason) {
    root.render(<BootFailure reason={reason} retry={() => void fill(root)} />)
  }
}

/** True when the address alone shows that this is a visitor's page; the configuration is not loaded yet. */
const mayBeVisit = (): boolean => visitorSetAt(window.location, { companyDomain: '', staffHosts: [] }) !== null

async function startWhole(root: Root, config: AppConfig): Promise<void> {
  try {
    const { connectApp } = await import('./connect-app')
    connectApp(config)
    const { App } = await import('./app')
    root.render(<App config={config} />)
  } catch (reason) {
    root.render(<BootFailure reason={reason} retry={() => void startWhole(root, config)} />)
  }
}

const element = document.getElementById('root')
if (element) void start(element)
