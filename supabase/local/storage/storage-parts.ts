import type { Caller, Engine } from '../contracts.ts'
import type { ByteStore } from './byte-store.ts'
import type { CheckPicture } from './checked-picture.ts'
import type { Tokens } from './signed-token.ts'

/** The common parts of every storage route. */
export type StorageParts = { engine: Engine; store: ByteStore; tokens: Tokens; checkPicture: CheckPicture }

/** One request: who sent it, and the part of its path that the route's pattern captured. */
export type Call = { request: Request; caller: Caller; rest: string }
