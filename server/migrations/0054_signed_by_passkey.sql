-- A signature is the doctor's own: their passkey signs the seal. `proof` holds all that a verifier needs besides the sealed content, and nothing of ours: key,
-- authenticator data, client data and signature. Signatures from before are 'session'.
alter table signatures
  add column method text not null default 'session' check (method in ('session', 'passkey', 'password')),
  add column proof jsonb,
  add constraint signatures_proof check ((method = 'passkey') = (proof is not null));

-- When this session last gave a code of the authenticator app: where there is no passkey, password and code confirm a signature.
alter table sessions add column code_given_at timestamptz;
