import { type ConnectionState, rightness } from '@/shared/domain/web/connection'
import { connectionOf } from '@/streams/realtime/connection'
import { useBehavior } from '@/streams/react/use-behavior'
import { Hint } from '@/shared/ui/page/hint'
import classes from './connection-sign.module.css'

const words: Record<ConnectionState, { label: string; meaning: string }> = {
  live: { label: 'Live', meaning: 'Changes by others appear at once.' },
  polling: { label: 'Polling', meaning: 'The live connection is down: we ask for news every 30 seconds.' },
  offline: { label: 'Offline', meaning: 'This device has no network. What you see may be old.' },
}

/** One quiet sign of life. */
export function ConnectionSign({ userId }: { userId: string }) {
  const { state, rightAt } = useBehavior(connectionOf(userId))
  const { label, meaning } = words[state]
  const known = rightness(rightAt)
  return (
    <Hint label={`${meaning} ${known}`} isLong>
      <span
        className={classes.sign}
        data-state={state}
        role="status"
        aria-label={`${label}. ${meaning}`}
        aria-description={known}
        tabIndex={0}
      >
        <span className={classes.dot} />
        <span className={classes.label}>{label}</span>
      </span>
    </Hint>
  )
}
