import type { TextStatement } from './prepared-statements.ts'

/** The server's requests to the database thread. `begins` opens a transaction first, which saves a message; `once` is a whole one. */
export type Asked =
  | { kind: 'query'; begins: boolean; sql: string; parameters: readonly unknown[] }
  | { kind: 'exec'; begins: boolean; sql: string }
  | { kind: 'once'; statements: readonly TextStatement[] }
  | { kind: 'read'; role: string; settings: Readonly<Record<string, string>>; sent: readonly Uint8Array[] }
  | { kind: 'listen'; channel: string }
  | { kind: 'close' }

export type Request = Asked & { id: number }

/** An error by its message and by its fields that are text (`code`, `detail`, `hint`…). */
export type Refused = { message: string; fields: Readonly<Record<string, string>> }

/** `memory` is how many bytes the engine holds: it grows, and never shrinks. */
export type Answer =
  | {
      id: number
      rows?: unknown[]
      texts?: (string | null)[][]
      affectedRows?: number | undefined
      raw?: readonly Uint8Array[]
      memory: number
    }
  | { id: number; refused: Refused; isLost: boolean; memory: number }

export type FromThread =
  | { kind: 'ready'; memory: number }
  | { kind: 'broken'; refused: Refused }
  | { kind: 'answer'; answer: Answer }
  | { kind: 'notice'; channel: string; payload: string }
