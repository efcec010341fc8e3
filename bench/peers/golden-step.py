"""Writes test/golden/paper-step.bin and paper-step.json: losses and gradients of the paper's network as PyTorch has them.

    bench/peers/.venv/bin/python bench/peers/golden-step.py && npx biome format --write test/golden/paper-step.json

B = 64, d = 12, n = 64, everything in float64 from float32 weights. The network is written here in the plainest form, not in
that of step.py; step.py's forms, in float32, are compared with it before anything is written, which is also the proof that
the bench's two sides compute the same thing.

paper-step.bin is raw little-endian arrays one after the other, each at a multiple of eight bytes; paper-step.json lists
them as {name, shape, type, offset}. A weight is [in, out], y = x W + b. With l = 0 … 5 and s = q, k, v:

    embedding.weight  embedding.norm.gamma  embedding.norm.beta
    layer{l}.{s}.weight  layer{l}.{s}.bias  layer{l}.norm1.gamma  layer{l}.norm1.beta              attention
    layer{l}.ff1.weight  .ff1.bias  .ff2.weight  .ff2.bias  layer{l}.norm2.gamma  layer{l}.norm2.beta
    decoder.left  decoder.right  decoder.u            logit of (i, j) = u · tanh(e_i left + e_j right)
    critic.dense1.weight  .dense1.bias  critic.dense2.weight  .dense2.bias

and, with NAME any of these: "NAME" the value, "actor/NAME" the gradient of L1 (all but the critic), "critic/NAME" that of
L2 (all but the decoder), neither clipped; "batch" [B, d, n], "actions" [B, d, d] (row = child; bytes), "rewards", and what
comes out: "logits" (without the mask), "nll", "entropy", "values". Numbers: L1, L2, and for each tensor after one step at
rate 0.001 from a fresh Adam state, "published" (the actor's clipped gradient, then the critic's, k = 1 and 2) and "merged"
(the clipped gradient of L1 + L2), the sum, the sum of squares and the first four values. Gradients that are zero in truth
(a bias before batch norm) are marked; what is stored of them is rounding, and float32's rounding there moves the tensor by
up to the rate, so nothing of such a tensor is to be compared but that its gradient is small.

No ReLU unit is near zero: after the biases are drawn, each is moved to the middle of the widest gap between its unit's
inputs near by (one unit on the wrong side would move the gradient by 4e-4 of its norm). Batch norm's scale and shift and
the biases are random, because ones and zeros would hide mistakes.
"""

import json
import math
import platform
from pathlib import Path

import numpy as np
import step as fast
import torch
import torch.nn.functional as F

SEED, B, d, n = 1, 64, 12, 64
RATE, BASELINE = 1e-3, -1.75
GAP = 0.05  # how far a bias may be moved
rng = np.random.default_rng(SEED)


# ---- weights, random; values are those of float32 ----


def tensor(values):
    return torch.from_numpy(np.asarray(values, dtype=np.float32)).double()


def glorot(*shape):
    inner, out = shape if len(shape) == 2 else shape * 2
    return tensor(rng.uniform(-1, 1, shape) * math.sqrt(6 / (inner + out)))


def drawn():
    w = {"embedding.weight": glorot(n, 64)}

    def norm(name):
        w[f"{name}.gamma"] = tensor(rng.uniform(0.5, 1.5, 64))
        w[f"{name}.beta"] = tensor(rng.normal(0, 0.3, 64))

    def dense(name, inner, out):
        w[f"{name}.weight"] = glorot(inner, out)
        w[f"{name}.bias"] = tensor(rng.normal(0, 0.3, out))

    norm("embedding.norm")
    for layer in range(6):
        for side in "qkv":
            dense(f"layer{layer}.{side}", 64, 64)
        norm(f"layer{layer}.norm1")
        dense(f"layer{layer}.ff1", 64, 256)
        dense(f"layer{layer}.ff2", 256, 64)
        norm(f"layer{layer}.norm2")
    w["decoder.left"], w["decoder.right"], w["decoder.u"] = glorot(64, 16), glorot(64, 16), glorot(16)
    dense("critic.dense1", 64, 64)
    dense("critic.dense2", 64, 1)
    return w


# ---- the network in its plainest form ----


def forward(w, x, look=lambda name, inputs: None):
    """Logits with the mask, and values. `look` sees the inputs of every ReLU layer before they are used."""

    def dense(name, x):
        return x @ w[f"{name}.weight"] + w[f"{name}.bias"]

    def relu_dense(name, x):
        look(name, dense(name, x).detach())
        return torch.relu(dense(name, x))  # anew: look may have moved the bias

    def norm(name, x):
        mean = x.mean((0, 1))
        variance = ((x - mean) ** 2).mean((0, 1))
        return (x - mean) / torch.sqrt(variance + 1e-3) * w[f"{name}.gamma"] + w[f"{name}.beta"]

    def attention(layer, x):
        q, k, v = (relu_dense(f"layer{layer}.{side}", x).view(B, d, 16, 4) for side in "qkv")
        p = torch.softmax(torch.einsum("bihc,bjhc->bhij", q, k) / math.sqrt(4), dim=3)
        return torch.einsum("bhij,bjhc->bihc", p, v).reshape(B, d, 64)

    e = norm("embedding.norm", x @ w["embedding.weight"])
    for layer in range(6):
        e = norm(f"layer{layer}.norm1", e + attention(layer, e))
        e = norm(f"layer{layer}.norm2", e + dense(f"layer{layer}.ff2", relu_dense(f"layer{layer}.ff1", e)))
    left, right = e @ w["decoder.left"], e @ w["decoder.right"]
    logits = torch.tanh(left[:, :, None] + right[:, None]) @ w["decoder.u"] - 1e8 * torch.eye(d, dtype=x.dtype)
    values = dense("critic.dense2", relu_dense("critic.dense1", e.mean(1)))[:, 0]
    return logits, values


def evaluate(w, x, actions, rewards):
    logits, values = forward(w, x)
    nll = F.binary_cross_entropy_with_logits(logits, actions, reduction="none").mean((1, 2))
    entropy = (F.softplus(-logits) + logits * (1 - torch.sigmoid(logits))).mean((1, 2))
    advantage = rewards - BASELINE - values
    L1 = (advantage.detach() * nll).mean() - RATE * entropy.mean()
    return {"logits": logits, "nll": nll, "entropy": entropy, "values": values, "L1": L1, "L2": (advantage**2).mean()}


def gradient_sets(w, L1, L2):
    actor = [name for name in w if not name.startswith("critic.")]
    critic = [name for name in w if not name.startswith("decoder.")]
    return (
        dict(zip(actor, torch.autograd.grad(L1, [w[name] for name in actor], retain_graph=True))),
        dict(zip(critic, torch.autograd.grad(L2, [w[name] for name in critic], retain_graph=True))),
    )


def away_from_zero(w, x):
    """Moves the bias of each ReLU unit, in the order of the network, to the widest gap within GAP."""

    def look(name, inputs):
        columns, _ = inputs.reshape(-1, inputs.shape[-1]).sort(0)
        for unit, values in enumerate(columns.T.numpy()):
            near = np.concatenate(([-GAP], values[np.abs(values) < GAP], [GAP]))
            widest = np.argmax(np.diff(near))
            w[f"{name}.bias"][unit] -= (near[widest] + near[widest + 1]) / 2
        w[f"{name}.bias"].copy_(w[f"{name}.bias"].float())

    forward(w, x, look)


# ---- one step ----


def updated(w, sets):
    """TensorFlow's clip_by_norm and Adam, from a fresh state."""
    theta = {name: value.detach().clone() for name, value in w.items()}
    m, v = ({name: torch.zeros_like(value) for name, value in w.items()} for _ in range(2))
    for k, grads in enumerate(sets, start=1):
        for name, g in grads.items():
            g = g / max(1.0, float(g.norm()))
            m[name] = 0.9 * m[name] + 0.1 * g
            v[name] = 0.99 * v[name] + 0.01 * g * g
            rate = RATE * math.sqrt(1 - 0.99**k) / (1 - 0.9**k)
            theta[name] = theta[name] - rate * m[name] / (torch.sqrt(v[name]) + 1e-7)
    return theta


def merged(actor, critic):
    zero = torch.zeros(1, dtype=torch.float64)
    return [{name: actor.get(name, zero) + critic.get(name, zero) for name in {**actor, **critic}}]


def checksums(theta):
    return {
        name: {"sum": float(t.sum()), "squares": float((t * t).sum()), "first": t.flatten()[:4].tolist()}
        for name, t in theta.items()
    }


# ---- step.py's form of the same tensors ----


def stacked(w):
    """In step.py's order and shapes."""
    many = lambda names: torch.cat([w[name].T if w[name].ndim == 2 else w[name] for name in names])  # noqa: E731
    groups = [["embedding.weight"], ["embedding.norm.gamma"], ["embedding.norm.beta"]]
    for k in range(6):
        groups += [[f"layer{k}.{side}.{kind}" for side in "qkv"] for kind in ("weight", "bias")]
        groups += [[f"layer{k}.{name}"] for name in ("norm1.gamma", "norm1.beta", "ff1.weight", "ff1.bias")]
        groups += [[f"layer{k}.{name}"] for name in ("ff2.weight", "ff2.bias", "norm2.gamma", "norm2.beta")]
    groups += [["decoder.left", "decoder.right"], ["decoder.u"]]
    groups += [[f"critic.{name}"] for name in ("dense1.weight", "dense1.bias", "dense2.weight", "dense2.bias")]
    return [many(names).detach().contiguous() if all(name in w for name in names) else None for names in groups]


def fast_sets(attention, w, x, actions, rewards):
    tensors = [t.float().requires_grad_() for t in stacked(w)]
    logits, values = fast.forward(attention, tensors, x.float().view(B * d, n), B, d)
    L1, L2 = fast.losses(logits - 1e8 * torch.eye(d), values, actions.float(), rewards.float(), BASELINE)
    actor, critic = ([tensors[i] for i in at] for at in fast.indices("published"))
    grads = torch.autograd.grad(L1, actor, retain_graph=True), torch.autograd.grad(L2, critic, retain_graph=True)
    return tensors, grads, torch.autograd.grad(L1 + L2, tensors)


def fast_updated(tensors, sets, step, adam):
    tensors = [t.detach().clone() for t in tensors]
    m, v = ([torch.zeros_like(t) for t in tensors] for _ in range(2))
    for k, (grads, at) in enumerate(zip(sets, fast.indices(step)), start=1):
        grads = [g.clone() for g in grads]
        fast.clip(grads)
        rate = torch.tensor(RATE * math.sqrt(1 - 0.99**k) / (1 - 0.9**k))
        adam([tensors[i] for i in at], grads, [m[i] for i in at], [v[i] for i in at], k if adam is fast.adam_fused else rate)
    return tensors


def error(ours, reference):
    """Difference of two lists of tensors as a share of the norm of the second."""
    squares = lambda tensors: sum(float((t * t).sum()) for t in tensors)  # noqa: E731
    return math.sqrt(squares([a.double() - b for a, b in zip(ours, reference)]) / squares(reference))


def main():
    torch.set_num_threads(1)
    w = drawn()
    x = tensor(rng.standard_normal((B, d, n)))
    away_from_zero(w, x)
    margins = []
    logits, _ = forward(w, x, lambda name, inputs: margins.append(float(inputs.abs().min())))
    actions = tensor(rng.random((B, d, d)) < torch.sigmoid(logits).numpy())
    rewards = tensor(rng.uniform(-3, -1, B))
    for value in w.values():
        value.requires_grad_()
    out = evaluate(w, x, actions, rewards)
    actor, critic = gradient_sets(w, out["L1"], out["L2"])
    norms = [math.sqrt(sum(float((g * g).sum()) for g in grads.values())) for grads in (actor, critic)]
    zero = [name for name in w if all(name not in g or g[name].norm() < 1e-12 * k for g, k in zip((actor, critic), norms))]
    steps = {"published": updated(w, [actor, critic]), "merged": updated(w, merged(actor, critic))}

    # float32, in the plain form and in step.py's
    single = {name: value.detach().float().requires_grad_() for name, value in w.items()}
    again = evaluate(single, x.float(), actions.float(), rewards.float())
    plain = gradient_sets(single, again["L1"], again["L2"])
    errors = {"plain": [error(a.values(), b.values()) for a, b in zip(plain, (actor, critic))]}
    compared = [i for i, t in enumerate(stacked({name: t for name, t in w.items() if name not in zero})) if t is not None]
    moved = {}
    for way, attention in fast.attentions.items():
        tensors, sets, both = fast_sets(attention, w, x, actions, rewards)
        wanted = [[t for t in stacked(g) if t is not None] for g in (actor, critic)]
        errors[way] = [error(a, b) for a, b in zip(sets, wanted)]
        for step, some in (("published", sets), ("merged", [both])):
            for adam in (fast.adam_fused, fast.adam_foreach):
                new, reference, old = fast_updated(tensors, some, step, adam), stacked(steps[step]), stacked(w)
                moves = [[t[i].double() - old[i] for i in compared] for t in (new, reference)]
                moved[step] = max(moved.get(step, 0), error(*moves))
    print(json.dumps({"margin": min(margins), "norms": norms, "errors": errors, "moved": moved}, indent=1))
    assert min(margins) > 1e-5
    assert max(max(pair) for pair in errors.values()) < 1e-5
    assert max(moved.values()) < 1e-2

    # ---- the two files ----
    arrays = {"batch": x, "actions": actions, "rewards": rewards, **w}
    arrays |= {f"actor/{name}": g for name, g in actor.items()} | {f"critic/{name}": g for name, g in critic.items()}
    arrays |= {"logits": out["logits"] + 1e8 * torch.eye(d)} | {name: out[name] for name in ("nll", "entropy", "values")}
    raw, entries = bytearray(), []
    for name, values in arrays.items():
        raw += bytes(-len(raw) % 8)
        kind = "uint8" if name == "actions" else "float32"
        entry = {"name": name, "shape": list(values.shape), "type": kind, "offset": len(raw)}
        entries.append(entry | ({"zero": True} if name.split("/")[-1] in zero and "/" in name else {}))
        raw += values.detach().numpy().astype({"uint8": "u1", "float32": "<f4"}[kind]).tobytes()
    golden = {
        "origin": {
            "script": "bench/peers/golden-step.py",
            "python": platform.python_version(),
            "torch": torch.__version__,
            "numpy": np.__version__,
            "precision": "float64 from float32 inputs; arrays rounded to float32",
        },
        "seed": SEED,
        "sizes": {"B": B, "d": d, "n": n},
        "baseline": BASELINE,
        "rate": RATE,
        "entropyWeight": RATE,
        "L1": out["L1"].item(),
        "L2": out["L2"].item(),
        "gradientNorms": {"actor": norms[0], "critic": norms[1]},
        "clipped": {
            kind: [name for name, g in grads.items() if g.norm() > 1]
            for kind, grads in (("actor", actor), ("critic", critic), ("merged", merged(actor, critic)[0]))
        },
        "smallestReluInput": min(margins),
        "float32Error": {way: {"actor": pair[0], "critic": pair[1]} for way, pair in errors.items()},
        "float32StepError": moved,
        "zero": zero,
        "arrays": entries,
        "after": {step: checksums(theta) for step, theta in steps.items()},
    }
    folder = Path(__file__).resolve().parents[2] / "test" / "golden"
    (folder / "paper-step.bin").write_bytes(raw)
    (folder / "paper-step.json").write_text(json.dumps(golden, indent=2) + "\n", encoding="utf-8")
    print(len(raw), {kind: len(names) for kind, names in golden["clipped"].items()}, zero)


main()
