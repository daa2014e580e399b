import { momentText } from '@/shared/domain/text/formats'
import type { Message } from './thread.query'
import classes from './thread.module.css'

/** The line under a message: who wrote it, and when. */
type Sign = (message: Message, name: string) => string
const inEnglish: Sign = ({ isWish, at }, name) => `${name}${isWish ? ' wants a change' : ''} · ${momentText(at)}`

type MessagesProps = {
  messages: readonly Message[]
  /** The reader's side. Their own messages are aligned to the end. */
  reader: 'client' | 'staff'
  /** The signature of answers without a known name: the company. */
  us: string
  /** A client without a known name. */
  client?: string
  sign?: Sign
  /** The message to which the address leads. */
  marked?: number | null
}

/** Questions and answers, oldest first. */
export const Messages = ({
  messages,
  reader,
  us,
  client = 'Client',
  sign = inEnglish,
  marked = null,
}: MessagesProps) => (
  <ol className={classes.messages}>
    {messages.map((message) => {
      const { id, isOurs, name, words } = message
      return (
        <li
          key={id}
          id={`question-${id}`}
          tabIndex={-1}
          data-marked={marked === id || undefined}
          data-own={isOurs === (reader === 'staff') || undefined}
        >
          <p className={classes.words}>{words}</p>
          <p className={classes.by}>{sign(message, name ?? (isOurs ? us : client))}</p>
        </li>
      )
    })}
  </ol>
)
