export { TermsPage as Component } from '@/features/website/components/terms-page'
