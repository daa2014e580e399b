import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '@/features/system/auth/session-provider'
import { linkTo } from '@/shared/lib/address'

/** Ends the session and leads to the start. */
export function useLeave(): () => void {
  const navigate = useNavigate()
  const { signOut } = useSession()
  return useCallback(() => {
    void signOut().then(() => navigate(linkTo('/')))
  }, [signOut, navigate])
}
