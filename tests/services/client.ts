/** As what an installation is registered with every local provider. */
export const client = { clientId: 'strongroom', clientSecret: 'a secret that the provider gave out' }
