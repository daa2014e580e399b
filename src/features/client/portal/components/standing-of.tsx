import { type DocumentKind, type Status, statusOf } from '@/documents/statuses'
import { StatusBadge } from '@/kit/record/status-badge'
import { portalPart } from '@/shared/domain/texts/portal/part'
import { usePortalWords } from '../use-portal-words'

type StateText = keyof typeof portalPart.english & `${'quotation' | 'order' | 'delivery' | 'invoice'}_${string}`
const isText = (key: string): key is StateText => Object.hasOwn(portalPart.english, key)
/** A status whose key belongs to another sentence. */
const renamed: Readonly<Record<string, string>> = { order_ready: 'order_ready_state' }

type StandingOfProps = {
  kind: DocumentKind & ('quotation' | 'order' | 'delivery' | 'invoice')
  status: string
  /** Replaces the status; `text` names its words. */
  state?: { of: Status; text: StateText } | null
}

/** The status of a document of the client, in their language. */
export function StandingOf({ kind, status, state = null }: StandingOfProps) {
  const { say } = usePortalWords()
  const key = renamed[`${kind}_${status}`] ?? `${kind}_${status}`
  const text = state?.text ?? (isText(key) ? key : null)
  const known = state?.of ?? statusOf(kind, status)
  return <StatusBadge kind={kind} status={status} state={known && text ? { ...known, label: say(text) } : known} />
}
