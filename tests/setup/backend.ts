import { afterAll, vi } from 'vitest'

// The files of a worker share the libraries and the compiled engine; modules of our own are new for each file.

vi.resetModules()

afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
