# Makes cam.json: the order in which CAM adds edges, every fit by mgcv, on nine problems made of a few numbers.
#
#     Rscript cam.R > cam.json        (Debian: r-base-core, r-cran-mgcv, r-cran-jsonlite)
#
# The search of the R package CAM without its preliminary selection: score of a variable -log of the sample variance of the
# residuals of gam(y ~ s(x1, k = 10) + ...), smoothing by GCV; again and again the edge that gains most, whatever its sign, that
# closes no cycle. "margin": by how much its gain exceeded the next best one's.
#
# Data: uniform numbers as in mgcv.R. Row by row, variable by variable: sum over its causes of shape(cause), plus noise * normal.

suppressMessages(library(mgcv))

state <- 1
uniform <- function() { state <<- (state * 16807) %% 2147483647; state / 2147483647 }
normal <- function() { r <- sqrt(-2 * log(uniform())); r * cos(2 * pi * uniform()) }
shapes <- list(
  linear = function(x) 0.9 * x, sine = function(x) 1.5 * sin(1.5 * x), square = function(x) 0.5 * x * x,
  tanh = function(x) 2 * tanh(2 * x), fold = function(x) abs(x)
)

table_of <- function(seed, n, d, edges, noise) {
  state <<- seed
  X <- matrix(0, n, d)
  for (i in 1:n) for (j in 1:d) {
    X[i, j] <- noise * normal()
    for (e in edges) if (e$to == j - 1) X[i, j] <- X[i, j] + shapes[[e$shape]](X[i, e$from + 1])
  }
  X
}

fitted_score <- function(X, j, parents) {
  if (length(parents) == 0) return(-log(var(X[, j])))
  data <- as.data.frame(X); names(data) <- paste0("v", seq_len(ncol(X)))
  terms <- paste0("s(v", sort(parents), ", k = 10)", collapse = " + ")
  fit <- gam(as.formula(paste0("v", j, " ~ ", terms)), data = data)
  -log(var(residuals(fit)))
}

cam <- function(X) {
  d <- ncol(X)
  parents <- replicate(d, integer(0), simplify = FALSE)
  gains <- matrix(-Inf, d, d)
  reach <- diag(d) == 1
  update <- function(j) {
    own <- fitted_score(X, j, parents[[j]])
    for (i in seq_len(d)) {
      open <- i != j && !(i %in% parents[[j]]) && !reach[j, i]
      gains[i, j] <<- if (open) fitted_score(X, j, c(parents[[j]], i)) - own else -Inf
    }
  }
  for (j in seq_len(d)) update(j)
  found <- list()
  while (any(is.finite(gains))) {
    at <- which.max(gains); i <- (at - 1) %% d + 1; j <- (at - 1) %/% d + 1
    best <- gains[i, j]
    rest <- gains; rest[i, j] <- -Inf
    found[[length(found) + 1]] <- list(from = i - 1, to = j - 1, gain = best, margin = if (any(is.finite(rest))) best - max(rest) else NA)
    parents[[j]] <- c(parents[[j]], i)
    reach <- reach | (reach[, i] %o% reach[j, ] == 1)
    gains[reach & t(reach)] <- -Inf
    for (a in seq_len(d)) for (b in seq_len(d)) if (reach[b, a]) gains[a, b] <- -Inf
    update(j)
  }
  found
}

edge <- function(from, to, shape) list(from = from, to = to, shape = shape)
graphs <- list(
  bent = list(edge(0, 1, "sine"), edge(0, 2, "square"), edge(1, 3, "tanh"), edge(2, 3, "sine"), edge(3, 4, "fold")),
  chain = list(edge(0, 1, "tanh"), edge(1, 2, "sine"), edge(2, 4, "fold")),
  linear = list(edge(0, 1, "linear"), edge(1, 2, "linear"), edge(0, 3, "linear"), edge(2, 4, "linear"))
)
problems <- list()
for (name in names(graphs)) for (seed in 1:3) {
  edges <- graphs[[name]]
  n <- 150 + 50 * seed
  noise <- if (name == "linear") 1 else 0.5
  X <- table_of(1000 * seed + 7, n, 5, edges, noise)
  problems[[length(problems) + 1]] <- list(seed = 1000 * seed + 7, n = n, d = 5, noise = noise, edges = edges, first = X[1, ], found = cam(X))
}
cat(jsonlite::toJSON(list(
  origin = paste("test/golden/cam.R with", R.version.string, "and mgcv", packageVersion("mgcv")),
  problems = problems
), auto_unbox = TRUE, digits = 12))
