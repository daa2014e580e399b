import { useLocalStorage } from '@mantine/hooks'

/** Whether arriving notices also show on the screen for a moment. Remembered in this browser; off until it is chosen. */
export const useToasts = () =>
  useLocalStorage<boolean>({
    key: 'signwright:notice-toasts',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (stored) => stored === 'true',
  })
