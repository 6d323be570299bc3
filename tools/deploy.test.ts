import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { faultsIn, NAMES } from '#server/platform/config/faults.mjs';
import { root } from './run/project.ts';

type Tree = ReturnType<typeof JSON.parse>;
type Variables = Record<string, string>;

const deploy = join(root, 'deploy');
const read = (file: string): string => readFileSync(join(deploy, file), 'utf8');
const has = (program: string): boolean => spawnSync(program, ['-v']).error === undefined;

/** Returns an encryption key of 32 bytes in base64. The tests use it where an operator sets a random key. */
const key = (letters: string): string => Buffer.from(letters.repeat(32).slice(0, 32)).toString('base64');
const drawn: Variables = {
  PHOTO_MASTER_KEY: key('q7Xw2Lr9Tz'),
  LINK_KEY: key('m4Bv8Hs1Kd'),
  AUDIT_KEY: key('y6Nc3Fg5Pj'),
  AUTH_SECRET: 'pZ8rT2vQ6wXk4mNs9LhB7cDf3JgR5yVa',
  SMTP_URL: 'smtps://flaira:h8Kd2m@mail.example.org',
  STRIPE_SECRET_KEY: 'sk_live_h8Kd2mPq7Wx4Lr9T',
  STRIPE_WEBHOOK_SECRET: 'whsec_b5Nc3Fg6yPj1Zs8V',
  S3_ACCESS_KEY_ID: 'FLAIRA4H8K',
  S3_SECRET_ACCESS_KEY: 'r3Wt9Yb2Lm6Qx',
  APP_PASSWORD: '4f9a1c7e2b',
  SYSTEM_PASSWORD: '8d3b6e0f5a',
  OWNER_PASSWORD: '1e7c9a4d2f',
  POSTGRES_PASSWORD: '6b2f8e1d3c',
  DATABASE_URL: 'postgres://flaira_app:4f9a1c7e2b@db.example.org/flaira',
  SYSTEM_DATABASE_URL: 'postgres://flaira_system:8d3b6e0f5a@db.example.org/flaira',
  DATABASE_OWNER_URL: 'postgres://flaira_owner:1e7c9a4d2f@db.example.org/flaira',
  METRICS_TOKEN: 'c5Hn8Rk2Vt7Wq3Zx',
};
const filled = (variables: Variables): Variables =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value || (drawn[name] ?? '')]));

test.runIf(has('nginx') && has('openssl'))('nginx accepts nginx.conf', () => {
  const dir = mkdtempSync(join(tmpdir(), 'flaira-nginx-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const pair = ['-keyout', join(dir, 'privkey.pem'), '-out', join(dir, 'fullchain.pem')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...kind, '-subj', '/CN=www.example.org', ...pair], { stdio: 'ignore' });
  const ofService = (conf: string): string => conf.replaceAll('/etc/ssl/flaira', dir);
  const tried = (conf: string) => {
    const whole = `pid ${dir}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${ofService(conf)}\n}\n`;
    writeFileSync(join(dir, 'nginx.conf'), whole);
    return spawnSync('nginx', ['-t', '-q', '-p', dir, '-c', join(dir, 'nginx.conf')], { encoding: 'utf8' });
  };
  const { status, stderr } = tried(read('nginx.conf'));
  expect(stderr).not.toMatch(/emerg|warn/);
  expect(status).toBe(0);
  expect(tried(read('nginx.conf').replace('proxy_buffering off', 'proxy_bufering off')).status).not.toBe(0);
});

const environmentOf = (text: string): Variables =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Inserts variables as Compose does. Compose refuses to start if a variable written as `${NAME:?}` is missing. */
function interpolate(text: string, variables: Variables): string {
  return text.replace(/\$\{(\w+):\?\}/g, (_, name: string) => {
    if (!variables[name]) throw new Error(`${name} is missing in compose.env.example`);
    return variables[name];
  });
}

const compose = (): { variables: Variables; services: Record<string, Tree>; volumes: Tree } => {
  const variables = filled(environmentOf(read('compose.env.example')));
  return { variables, ...parse(interpolate(read('compose.yaml'), variables), { merge: true }) };
};

test('the services of compose.yaml start with the variables of compose.env, and some service reads each of these', () => {
  const { variables, services } = compose();
  for (const name of ['app', 'worker']) {
    const { environment, env_file } = services[name];
    expect(env_file).toBe('compose.env');
    expect(faultsIn({ ...variables, ...environment })).toEqual([]);
    expect(Object.keys(environment).filter((variable) => !NAMES.includes(variable))).toEqual([]);
    const { AUDIT_KEY: _, ...without } = variables;
    expect(faultsIn({ ...without, ...environment }).join()).toContain('AUDIT_KEY is missing');
  }
  expect([services.app.environment.PROCESS_ROLE, services.worker.environment.PROCESS_ROLE]).toEqual(['web', 'worker']);
  const ofContainers = ['POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'APP_PASSWORD', 'SYSTEM_PASSWORD'];
  expect(Object.keys(variables).filter((name) => ![...NAMES, ...ofContainers].includes(name))).toEqual([]);
});

test('compose.yaml names services, volumes and files that exist', () => {
  const { services, volumes } = compose();
  expect(Object.keys(services)).toEqual(['app', 'worker', 'proxy', 'database', 'store']);
  for (const service of Object.values(services)) {
    const { depends_on = [], image, build } = service;
    const needed = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const other of needed) expect(Object.keys(services)).toContain(other);
    expect(image ?? build).toBeTruthy();
    const mounted = (service.volumes ?? []).map((volume: string) => volume.split(':')[0]);
    const here = ['./tls', ...readdirSync(deploy).map((file) => `./${file}`), ...Object.keys(volumes)];
    expect(mounted.filter((from: string) => !here.includes(from))).toEqual([]);
  }
  expect(services.proxy.network_mode).toBe('service:app');
  expect(read('nginx.conf')).toContain('server 127.0.0.1:4600');
  expect(read('Containerfile')).toContain('PORT=4600');
  // Only the proxy can be reached from outside.
  expect(Object.keys(services).filter((name) => services[name].ports)).toEqual(['app']);
  expect(services.app.ports).toEqual(['80:80', '443:443']);
});

const manifests = readdirSync(join(deploy, 'kubernetes')).flatMap((file) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document): Tree => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS();
  }),
);
const ofKind = (kind: string): Tree[] => manifests.filter((manifest) => manifest.kind === kind);

test('the Kubernetes configuration has no faults, and no ConfigMap contains a secret', () => {
  const [{ data }] = ofKind('ConfigMap') as [Tree];
  const [{ stringData }] = ofKind('Secret') as [Tree];
  expect(Object.keys({ ...data, ...stringData }).filter((name) => !NAMES.includes(name))).toEqual([]);
  expect(Object.values(stringData).every((value) => value === '')).toBe(true);
  expect(Object.keys(data).filter((name) => /KEY|SECRET|PASSWORD|TOKEN|DATABASE|SMTP/.test(name))).toEqual([]);
  expect(faultsIn(filled({ ...data, ...stringData }))).toEqual([]);
});

test('web, worker and migrations run without privileges and with resource limits', () => {
  for (const { spec } of [...ofKind('Deployment'), ...ofKind('Job')]) {
    const pod = spec.template.spec;
    const [container] = pod.containers;
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.resources.limits.memory).toBeTruthy();
    expect(container.envFrom).toEqual([{ configMapRef: { name: 'flaira' } }, { secretRef: { name: 'flaira' } }]);
  }
  const [{ spec }] = ofKind('Job') as [Tree];
  const [, file] = spec.template.spec.containers[0].command;
  expect(existsSync(join(root, file))).toBe(true);
});

test('web and worker have health probes that the service answers, and time to complete requests before they stop', () => {
  expect(ofKind('Deployment').map(({ metadata }) => metadata.name)).toEqual(['web', 'worker']);
  for (const { metadata, spec } of ofKind('Deployment')) {
    const pod = spec.template.spec;
    const [container] = pod.containers;
    expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels);
    expect(container.env).toContainEqual({ name: 'PROCESS_ROLE', value: metadata.name });
    expect(container.livenessProbe.httpGet).toEqual({ path: '/healthz', port: 'http' });
    expect(container.readinessProbe.httpGet).toEqual({ path: '/readyz', port: 'http' });
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(30);
  }
});

test('the service and every network policy select existing pods, and all connections are denied by default', () => {
  const labels = ofKind('Deployment').map(({ spec }) => spec.template.metadata.labels);
  const selectors = [
    ...ofKind('Service').map(({ spec }) => spec.selector),
    ...ofKind('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
    ...ofKind('NetworkPolicy').flatMap(({ spec }) => spec.podSelector.matchLabels ?? []),
  ];
  for (const selector of selectors)
    expect(labels.some((label) => Object.entries(selector).every(([name, value]) => label[name] === value))).toBe(true);
  const [first] = ofKind('NetworkPolicy') as [Tree];
  expect(first.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
});

test('every manifest is part of the kustomization, apart from the example of the secrets', () => {
  const [{ resources }] = ofKind('Kustomization') as [Tree];
  const others = ['kustomization.yaml', 'secrets.example.yaml'];
  expect([...resources, ...others].toSorted()).toEqual(readdirSync(join(deploy, 'kubernetes')).toSorted());
  const images = [...ofKind('Deployment'), ...ofKind('Job')].map(({ spec }) => spec.template.spec.containers[0].image);
  expect(new Set(images)).toEqual(new Set(['flaira']));
});
