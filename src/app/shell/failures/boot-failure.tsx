import { RegistrationMark } from '@/shared/ui/page/registration-mark'
import classes from './boot-failure.module.css'

/** This screen needs no theme, because the app has not started yet. */
export const BootFailure = ({ reason, retry }: { reason: unknown; retry: () => void }) => (
  <main className={classes.screen} role="alert">
    <RegistrationMark size={48} />
    <h1>The server cannot be reached</h1>
    <p>
      Signwright could not read its settings from the server it came from. Check the connection, or ask the person who
      runs the server.
    </p>
    <button type="button" onClick={retry}>
      Try again
    </button>
    <details>
      <summary>What went wrong</summary>
      <pre>{reason instanceof Error ? reason.message : String(reason)}</pre>
    </details>
  </main>
)
