import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setFormats } from '@/shared/domain/text/formats'
import { companyQuery } from '../shared/api/company.query'
import { rememberedFormats } from './remembered-formats'

/** Sets the company's formats; this browser keeps them for the start of the next visit. */
export function useCompanyFormats(): void {
  const formats = useQuery(companyQuery()).data?.formats
  useEffect(() => {
    if (!formats) return
    setFormats(formats)
    rememberedFormats.keep(formats)
  }, [formats])
}
