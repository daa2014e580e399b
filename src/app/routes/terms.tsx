export { TermsPage as Component } from '@/features/site/website/components/terms-page'
