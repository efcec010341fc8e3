"""PyTorch's side of bench/peers/step.js: one training step of the paper's network; one JSON request a line in, one answer
a line out.

    echo '{"d":12,"n":64,"B":64,"threads":2,"step":"published","repeat":20}' | bench/peers/.venv/bin/python bench/peers/step.py

Request {"d", "n", "B", "threads", "step": "published" | "merged", "repeat", "compile": true unless told}; answer {"seconds",
"median", "way": of the fastest way, "ways": {name: {"seconds", "median"}}, "eager" and "compiled": the fastest name of each
kind with its times, "losses": [L1, L2] of the first step ever made with these sizes, "versions"}. The first line, before any
request, is {"versions"}.

A step, all float32: forward, Bernoulli sampling, both losses, backward, clipping of each tensor to L2 norm 1, Adam
(β₁ 0.9, β₂ 0.99, ε 1e-7 beside sqrt(v), not corrected). Rewards are given. "published": the gradients of the actor's and
the critic's loss, clipped apart and applied one after the other with one Adam state; "merged": one gradient of their sum.

A way is a form of the step. "modules" is the network as it is usually written: nn.Module, a Linear for each of Q, K and V,
BatchNorm1d, softmax of a product, clip_grad_norm_ for each tensor, torch.optim.Adam. The others share a flat list of tensors,
one product for Q, K and V, fused clipping and Adam, and a setting of the C allocator, and differ in the attention, which is
where PyTorch's time at heads of four differs most: "sdpa" is scaled_dot_product_attention, "matmul" the usual two products, "keys first" the same with the softmax over the first of the
two token axes (PyTorch's softmax over a last axis of fewer than sixteen is slow), "lanes" a hand-written forward and backward
with the tokens in front and batch × heads in the vectors. "compiled" is the whole step through torch.compile with matmul
(the fastest form there); it needs a C++ compiler and up to a minute for each kind of request at the first time; where it
does not work the answer says {"compiled": {"error"}} and goes by the others. The first request of a kind measures each
way, later ones only those within half as much again of the fastest.
"""

import ctypes
import json
import math
import statistics
import sys
import time

for option, value in ((-3, 1 << 30), (-1, (1 << 31) - 1), (-8, 1)):  # M_MMAP_THRESHOLD, M_TRIM_THRESHOLD, M_ARENA_MAX
    if sys.platform == "linux":  # keep freed memory: otherwise thousands of page faults a step, a tenth of the time
        getattr(ctypes.CDLL(None), "mallopt", lambda *_: 0)(option, value)

import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402
from torch import nn  # noqa: E402

HIDDEN, HEADS, COMPONENTS, INNER, LAYERS, DECODER = 64, 16, 4, 256, 6, 16
LAYER = 10  # tensors of a block, Q, K and V as one
RATE, BETA1, BETA2, EPSILON = 1e-3, 0.9, 0.99, 1e-7
SOON = 1.5  # ways slower than this times the fastest are not measured again


# ---- attention: [B·d, 192] after ReLU -> [B·d, 64] ----


def heads(qkv, B, d):
    return qkv.view(B, d, 3, HEADS, COMPONENTS).permute(2, 0, 3, 1, 4).unbind(0)


def sdpa(qkv, B, d):
    q, k, v = heads(qkv, B, d)
    return F.scaled_dot_product_attention(q, k, v).transpose(1, 2).reshape(B * d, HIDDEN)


def matmul(qkv, B, d):
    q, k, v = heads(qkv, B, d)
    p = torch.softmax((q * 0.5) @ k.transpose(-1, -2), -1)
    return (p @ v).transpose(1, 2).reshape(B * d, HIDDEN)


def keys_first(qkv, B, d):
    q, k, v = heads(qkv, B, d)
    p = torch.softmax(k @ (q * 0.5).transpose(-1, -2), -2)
    return (p.transpose(-1, -2) @ v).transpose(1, 2).reshape(B * d, HIDDEN)


class Lanes(torch.autograd.Function):
    """Tensors [component, token, head · batch], scores [query, key, head · batch]."""

    @staticmethod
    def forward(ctx, qkv, B, d):
        lanes = qkv.view(B, d, 3, HEADS, COMPONENTS).permute(2, 4, 1, 3, 0).reshape(3, COMPONENTS, d, HEADS * B)
        q, k, v = lanes.unbind(0)
        s = torch.mul(q[0][:, None], k[0][None])
        for c in range(1, COMPONENTS):
            s.addcmul_(q[c][:, None], k[c][None])
        p = torch.softmax(s.mul_(0.5), 1)
        o = torch.empty_like(q)
        for c in range(COMPONENTS):
            torch.sum(p * v[c][None], 1, out=o[c])
        ctx.save_for_backward(lanes, p)
        ctx.sizes = B, d
        return o.view(COMPONENTS, d, HEADS, B).permute(3, 1, 2, 0).reshape(B * d, HIDDEN)

    @staticmethod
    def backward(ctx, do):
        lanes, p = ctx.saved_tensors
        B, d = ctx.sizes
        q, k, v = lanes.unbind(0)
        do = do.view(B, d, HEADS, COMPONENTS).permute(3, 1, 2, 0).reshape(COMPONENTS, d, HEADS * B)
        dp = torch.mul(do[0][:, None], v[0][None])
        for c in range(1, COMPONENTS):
            dp.addcmul_(do[c][:, None], v[c][None])
        ds = torch._softmax_backward_data(dp, p, 1, p.dtype).mul_(0.5)
        g = torch.empty_like(lanes)
        for c in range(COMPONENTS):
            torch.sum(ds * k[c][None], 1, out=g[0, c])
            torch.sum(ds * q[c][:, None], 0, out=g[1, c])
            torch.sum(p * do[c][:, None], 0, out=g[2, c])
        return g.view(3, COMPONENTS, d, HEADS, B).permute(4, 2, 0, 3, 1).reshape(B * d, 3 * HIDDEN), None, None


attentions = {"sdpa": sdpa, "matmul": matmul, "keys first": keys_first, "lanes": Lanes.apply}


# ---- the network; weights are [out, in], Q, K, V and W_l, W_r stacked ----


def initial(n):
    """Glorot-uniform weights, biases 0, batch norm 1 and 0: embedding, blocks, decoder (2 tensors), critic (4)."""

    def glorot(out, inner):
        return torch.empty(out, inner).uniform_(-1, 1) * math.sqrt(6 / (out + inner))

    norm = lambda: [torch.ones(HIDDEN), torch.zeros(HIDDEN)]  # noqa: E731
    tensors = [glorot(HIDDEN, n), *norm()]
    for _ in range(LAYERS):
        tensors += [torch.cat([glorot(HIDDEN, HIDDEN) for _ in range(3)]), torch.zeros(3 * HIDDEN), *norm()]
        tensors += [glorot(INNER, HIDDEN), torch.zeros(INNER), glorot(HIDDEN, INNER), torch.zeros(HIDDEN), *norm()]
    tensors += [torch.cat([glorot(DECODER, HIDDEN) for _ in range(2)])]
    tensors += [torch.empty(DECODER).uniform_(-1, 1) * math.sqrt(6 / (2 * DECODER))]
    tensors += [glorot(HIDDEN, HIDDEN), torch.zeros(HIDDEN), glorot(1, HIDDEN), torch.zeros(1)]
    return tensors


def normalised(x, gamma, beta):
    return F.batch_norm(x, None, None, gamma, beta, True, 0.0, 1e-3)


def forward(attention, tensors, x, B, d):
    """Logits [B, d, d] without the mask, and the critic's values [B]; x is [B·d, n]."""
    embedding, gamma, beta = tensors[:3]
    e = normalised(F.linear(x, embedding), gamma, beta)
    for at in range(3, 3 + LAYER * LAYERS, LAYER):
        W, b, gamma1, beta1, W1, b1, W2, b2, gamma2, beta2 = tensors[at : at + LAYER]
        e = normalised(attention(F.linear(e, W, b).relu_(), B, d) + e, gamma1, beta1)
        e = normalised(F.linear(F.linear(e, W1, b1).relu_(), W2, b2).add_(e), gamma2, beta2)
    sides, u, W1, b1, W2, b2 = tensors[3 + LAYER * LAYERS :]
    left, right = F.linear(e, sides).view(B, d, 2 * DECODER).split(DECODER, 2)
    logits = (left[:, :, None] + right[:, None]).tanh_() @ u
    values = F.linear(F.linear(e.view(B, d, HIDDEN).mean(1), W1, b1).relu_(), W2, b2).view(B)
    return logits, values


def losses(logits, values, actions, rewards, baseline):
    """softplus(l) − l·a is the cross-entropy and softplus(l) − l·σ(l) the entropy of a cell; a masked one gives 0."""
    softplus = F.softplus(logits)
    nll = (softplus - logits * actions).mean((1, 2))
    entropy = (softplus - logits * torch.sigmoid(logits)).mean((1, 2))
    advantage = rewards - baseline - values
    return (advantage.detach() * nll).mean() - RATE * entropy.mean(), (advantage * advantage).mean()


# ---- one step ----


def indices(step):
    """Which tensors each gradient set of a step has: the actor's (all but the critic) and the critic's (all but the
    decoder), or all."""
    count = 3 + LAYER * LAYERS + 6
    everything = list(range(count))
    return [everything[:-4], everything[:-6] + everything[-4:]] if step == "published" else [everything]


def clip(grads):
    """In place, each of the paper's tensors by itself: Q, K, V and W_l, W_r lie in one."""
    parts = []
    for g in grads:
        parts += g.chunk(3) if g.shape[0] == 3 * HIDDEN else g.chunk(2) if g.shape[0] == 2 * DECODER else [g]
    norms = torch.stack(torch._foreach_norm(parts)).clamp(min=1.0)
    torch._foreach_div_(parts, list(norms.unbind()))


def gradients(attention, step, tensors, x, rewards, baseline, mask, sizes):
    """The two losses and the clipped gradient sets; moves the baseline."""
    logits, values = forward(attention, tensors, x, *sizes)
    logits = logits + mask
    with torch.no_grad():
        actions = (torch.rand_like(logits) < torch.sigmoid(logits)).to(logits.dtype)
        baseline.lerp_(rewards.mean(), 0.01)
    L1, L2 = losses(logits, values, actions, rewards, baseline)
    sets = []
    if step == "published":
        actor, critic = indices(step)
        sets.append(torch.autograd.grad(L1, [tensors[i] for i in actor], retain_graph=True))
        sets.append(torch.autograd.grad(L2, [tensors[i] for i in critic]))
    else:
        sets.append(torch.autograd.grad(L1 + L2, tensors))
    for grads in sets:
        clip(grads)
    return (L1.detach(), L2.detach()), sets


def adam_fused(tensors, grads, m, v, k):
    """ε/sqrt(1 − β₂ᵏ), because this kernel divides sqrt(v) by sqrt(1 − β₂ᵏ) before it adds ε."""
    torch._fused_adam_(
        tensors, grads, m, v, [], [torch.tensor(float(k))] * len(tensors), lr=RATE, beta1=BETA1, beta2=BETA2,
        weight_decay=0.0, eps=EPSILON / math.sqrt(1 - BETA2**k), amsgrad=False, maximize=False,
    )  # fmt: skip


def adam_foreach(tensors, grads, m, v, rate):
    torch._foreach_lerp_(m, grads, 1 - BETA1)
    torch._foreach_mul_(v, BETA2)
    torch._foreach_addcmul_(v, grads, grads, 1 - BETA2)
    change = torch._foreach_sqrt(v)
    torch._foreach_add_(change, EPSILON)
    change = torch._foreach_div(m, change)
    torch._foreach_mul_(change, rate)
    torch._foreach_sub_(tensors, change)


def whole(step, tensors, m, v, rates, x, rewards, baseline, mask, sizes):
    """What torch.compile gets: `rates` are tensors, so that a new step is not a new program."""
    both, sets = gradients(matmul, step, tensors, x, rewards, baseline, mask, sizes)
    with torch.no_grad():
        for grads, at, rate in zip(sets, indices(step), rates):
            adam_foreach([tensors[i] for i in at], grads, [m[i] for i in at], [v[i] for i in at], rate)
    return both


def trainer(d, n, B, step, way):
    """A function that makes one step of one run and returns the losses."""
    torch.manual_seed(1)
    tensors = [t.requires_grad_() for t in initial(n)]
    m, v = ([torch.zeros_like(t) for t in tensors] for _ in range(2))
    x, rewards, mask = torch.randn(B * d, n), torch.empty(B).uniform_(-3, -1), -1e8 * torch.eye(d)
    data = (x, rewards, torch.tensor(-1.0), mask, (B, d))
    sets = [[[these[i] for i in at] for these in (tensors, m, v)] for at in indices(step)]
    k = 0

    def eager():
        nonlocal k
        both, grads = gradients(attentions[way], step, tensors, *data)
        with torch.no_grad():
            for g, (some, some_m, some_v) in zip(grads, sets):
                k += 1
                adam_fused(some, g, some_m, some_v, k)
        return both

    def compiled():
        nonlocal k
        rates = []
        for _ in sets:
            k += 1
            rates.append(torch.tensor(RATE * math.sqrt(1 - BETA2**k) / (1 - BETA1**k)))
        return program(step, tensors, m, v, rates, *data)

    program = compiler() if way == "compiled" else None
    return compiled if way == "compiled" else eager


def compiler():
    import torch._dynamo
    import torch._inductor.config

    torch._dynamo.config.trace_autograd_ops = True  # the backward passes belong to the program
    torch._dynamo.config.recompile_limit = 64  # one program for each kind of request
    torch._inductor.config.cpp.threads = torch.get_num_threads()
    return torch.compile(whole, fullgraph=True, dynamic=False)


# ---- the same as it is usually written ----


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(HIDDEN, HIDDEN) for _ in range(3))
        self.norm1, self.norm2 = (nn.BatchNorm1d(HIDDEN, eps=1e-3, track_running_stats=False) for _ in range(2))
        self.ff1, self.ff2 = nn.Linear(HIDDEN, INNER), nn.Linear(INNER, HIDDEN)

    def forward(self, x):
        B, d, _ = x.shape
        q, k, v = (F.relu(side(x)).view(B, d, HEADS, COMPONENTS).transpose(1, 2) for side in (self.q, self.k, self.v))
        p = torch.softmax(q @ k.transpose(-1, -2) / math.sqrt(COMPONENTS), dim=-1)
        x = x + (p @ v).transpose(1, 2).reshape(B, d, HIDDEN)
        x = self.norm1(x.reshape(B * d, HIDDEN)).view(B, d, HIDDEN)
        x = x + self.ff2(F.relu(self.ff1(x)))
        return self.norm2(x.reshape(B * d, HIDDEN)).view(B, d, HIDDEN)


class Network(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.embedding = nn.Linear(n, HIDDEN, bias=False)
        self.norm = nn.BatchNorm1d(HIDDEN, eps=1e-3, track_running_stats=False)
        self.blocks = nn.Sequential(*(Block() for _ in range(LAYERS)))
        self.left, self.right = nn.Linear(HIDDEN, DECODER, bias=False), nn.Linear(HIDDEN, DECODER, bias=False)
        self.u = nn.Parameter(torch.empty(DECODER).uniform_(-1, 1) * math.sqrt(6 / (2 * DECODER)))
        self.critic = nn.Sequential(nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1))
        for layer in self.modules():
            if isinstance(layer, nn.Linear):
                nn.init.xavier_uniform_(layer.weight)
                if layer.bias is not None:
                    nn.init.zeros_(layer.bias)

    def forward(self, x):
        B, d, _ = x.shape
        e = self.norm(self.embedding(x).view(B * d, HIDDEN)).view(B, d, HIDDEN)
        e = self.blocks(e)
        logits = torch.tanh(self.left(e)[:, :, None] + self.right(e)[:, None]) @ self.u
        return logits, self.critic(e.mean(1)).squeeze(1)


def modules(d, n, B, step):
    torch.manual_seed(1)
    network = Network(n)
    x, rewards, baseline, mask = torch.randn(B, d, n), torch.empty(B).uniform_(-3, -1), -1.0, -1e8 * torch.eye(d)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, betas=(BETA1, BETA2), eps=EPSILON)
    k = 0

    def gradients(loss, **options):
        optimizer.zero_grad(set_to_none=True)
        loss.backward(**options)
        for p in network.parameters():
            if p.grad is not None:
                nn.utils.clip_grad_norm_(p, 1.0)
        return [p.grad for p in network.parameters()]

    def update(grads):
        """Adam's count is one for all tensors, and ε stands beside sqrt(v) uncorrected, as in the published code."""
        nonlocal k
        k += 1
        for p, g in zip(network.parameters(), grads):
            p.grad = g
            if g is not None and p in optimizer.state:
                optimizer.state[p]["step"].fill_(k - 1)
        optimizer.param_groups[0]["eps"] = EPSILON / math.sqrt(1 - BETA2**k)
        optimizer.step()

    def run():
        nonlocal baseline
        logits, values = network(x)
        logits = logits + mask
        actions = torch.bernoulli(torch.sigmoid(logits.detach()))
        baseline = 0.99 * baseline + 0.01 * float(rewards.mean())
        L1, L2 = losses(logits, values, actions, rewards, baseline)
        if step == "published":  # both sets at the same parameters, then both applied
            actor = gradients(L1, retain_graph=True)
            critic = gradients(L2)
            update(actor)
            update(critic)
        else:
            update(gradients(L1 + L2))
        return L1.detach(), L2.detach()

    return run


# ---- the answers ----

prepared = {}  # kind of request -> {way: {"run", "losses", "best"}}


def timed(run, repeat):
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return {"seconds": min(times), "median": statistics.median(times)}


def prepare(d, n, B, step, way):
    run = modules(d, n, B, step) if way == "modules" else trainer(d, n, B, step, way)
    first = [float(loss) for loss in run()]
    for _ in range(3):
        run()
    return {"run": run, "losses": first, "best": math.inf}


def answer(d, n, B, threads, step, repeat, compile=True):
    torch.set_num_threads(threads)
    kind = prepared.setdefault((d, n, B, threads, step), {})
    failure = {}
    for way in ["modules", *attentions, *(["compiled"] if compile else [])]:
        if way not in kind:
            try:
                kind[way] = prepare(d, n, B, step, way)
            except Exception as error:  # only torch.compile, which depends on the machine's C++ compiler
                if way != "compiled":
                    raise
                failure = {"error": str(error).strip().split("\n")[0]}
    fastest = min(one["best"] for one in kind.values())
    ways = {}
    for way, one in kind.items():
        measured = math.isfinite(one["best"])
        if (one["best"] <= SOON * fastest or not measured) and (compile or way != "compiled"):
            ways[way] = timed(one["run"], repeat)
            one["best"] = min(one["best"], ways[way]["seconds"])
    named = lambda names: min(({"way": w, **ways[w]} for w in names if w in ways), key=lambda a: a["seconds"], default={})  # noqa: E731
    return {
        **named(ways),
        "ways": ways,
        "eager": named(attentions),
        "compiled": failure or named(["compiled"]),
        "losses": kind["matmul"]["losses"],
        "versions": versions,
    }


versions = f"PyTorch {torch.__version__}, {torch.backends.cpu.get_cpu_capability()}"

if __name__ == "__main__":
    print(json.dumps({"versions": versions}), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(**json.loads(line))), flush=True)
