import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '@/features/system/auth/session-provider'
import { paths } from '../paths'

/** Ends the session and leads to the start. */
export function useLogout(): () => void {
  const navigate = useNavigate()
  const { signOut } = useSession()
  return useCallback(() => {
    void signOut().then(() => navigate(paths.home))
  }, [signOut, navigate])
}
