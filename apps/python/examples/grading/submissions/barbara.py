def expanded(roads, h, start, goal):
    """The goal is found, not expanded."""
    g, frontier, order = {start: 0}, {start}, []
    while frontier:
        town = sorted(frontier, key=lambda it: (g[it] + h[it], h[it]))[0]
        if town == goal:
            return order
        frontier.discard(town)
        order.append(town)
        for other, length in roads[town]:
            if other not in g or g[town] + length < g[other]:
                g[other] = g[town] + length
                frontier.add(other)
