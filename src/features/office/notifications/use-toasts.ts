import { useLocalStorage } from '@mantine/hooks'

/** Whether arriving notices also show as toasts. Kept in this browser; off by default. */
export const useToasts = () =>
  useLocalStorage<boolean>({
    key: 'signwright:notice-toasts',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (stored) => stored === 'true',
  })
