import './shell/no-eval'
import '@fontsource-variable/inter/wght.css'
import './shell/first-colours'
import './shell/boot.css'
import { createRoot, type Root } from 'react-dom/client'
import { hasStoredSession } from '@/features/system/auth/stored-session'
import { loadConfig } from '@/shared/db/config'
import { connectDb } from '@/shared/db/client'
import { LoadingScreen } from '@/shared/ui/loading-screen'
import { askAhead } from './ask-ahead'
import { BootFailure } from './shell/boot-failure'

/** The client must exist before any feature loads, so the app itself comes by a dynamic import. */
async function start(root: Root): Promise<void> {
  root.render(<LoadingScreen />)
  try {
    const config = await loadConfig()
    const db = connectDb(config)
    if (hasStoredSession()) askAhead(db)
    const { App } = await import('./app')
    root.render(<App config={config} />)
  } catch (reason) {
    root.render(<BootFailure reason={reason} retry={() => void start(root)} />)
  }
}

const element = document.getElementById('root')
if (element) void start(createRoot(element))
